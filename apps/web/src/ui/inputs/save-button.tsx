import { SubmitButton } from './submit-button.tsx';

/** Saves what an editor holds, by click or Ctrl+S. `missing` names the permission a person lacks. */
export function SaveButton(props: {
  isSaving: boolean;
  missing: string | undefined;
  /** The window is too narrow to edit in. */
  isNarrow: boolean;
  disabled: boolean;
  onSave: () => void;
}) {
  const { isSaving, missing, isNarrow, disabled, onSave } = props;
  return (
    <SubmitButton
      type="button"
      keys="mod+S"
      isSubmitting={isSaving}
      isValid
      isDirty={!disabled}
      disabledReason={missing ?? (isNarrow ? 'Editing needs a wider window.' : undefined)}
      onClick={onSave}
    >
      Save
    </SubmitButton>
  );
}

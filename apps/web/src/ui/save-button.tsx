import { Button } from './button.tsx';

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
    <Button
      variant="primary"
      keys="mod+S"
      loading={isSaving}
      disabledReason={missing ?? (isNarrow ? 'Editing needs a wider window.' : undefined)}
      disabled={disabled}
      onClick={onSave}
    >
      Save
    </Button>
  );
}

import { TextInput } from '../../ui/inputs/text-input.tsx';

/** The ID of what is edited: chosen once, and fixed from the first save on. */
export function IdInput(props: {
  isNew: boolean;
  /** An example. */
  placeholder: string;
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}) {
  const { isNew, ...input } = props;
  return (
    <TextInput
      label="ID"
      required
      mono
      readOnly={!isNew}
      help={isNew ? 'Cannot be changed after the first save' : undefined}
      {...input}
    />
  );
}

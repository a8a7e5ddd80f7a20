import { useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { Button, IconButton } from './button.tsx';
import { Switch } from './choice.tsx';
import { IconCheck, IconPencil, IconPlus, IconX } from '../icons.ts';
import { Modal } from '../overlays/modal.tsx';
import styles from './multi-value.module.css';
import { TextInput } from './text-input.tsx';

export const multiValueMessages = {
  duplicate: 'Value exists already',
  invalid: 'Invalid value',
  commas: 'Values entered above are comma-delimited.',
  ignored: (values: readonly string[]) => `One or more invalid values were ignored: ${values.join(', ')}`,
} as const;

/** More are found by typing a part of them. */
const offeredCount = 12;

export interface MultiValueModalProps {
  /** What the values are of. */
  title: string;
  values: readonly string[];
  onApply: (values: string[]) => void;
  onClose: () => void;
  /** Whether a text may be one of the values; every text may when absent. */
  isValid?: (text: string) => boolean;
  /** Likely values, offered below the field. */
  suggestions?: readonly string[];
}

/** What typed or pasted text adds: entries that are new, and those left out because they are no values. */
export function readEntries(
  text: string,
  options: { byComma: boolean; existing: readonly string[]; isValid: (text: string) => boolean },
): { added: string[]; invalid: string[] } {
  const entries = text
    .split(options.byComma ? /[,\n]/ : /\n/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const fresh = [...new Set(entries)].filter((entry) => !options.existing.includes(entry));
  return {
    added: fresh.filter(options.isValid),
    invalid: fresh.filter((entry) => !options.isValid(entry)),
  };
}

/** A list of values over the page: add several at once, edit, delete or clear them; Apply hands them over. */
export function MultiValueModal(props: MultiValueModalProps) {
  const { title, onApply, onClose, isValid = () => true, suggestions = [] } = props;
  const [values, setValues] = useState([...props.values]);
  const [draft, setDraft] = useState('');
  const [byComma, setByComma] = useState(true);
  const [ignored, setIgnored] = useState<string[]>([]);
  const [editing, setEditing] = useState<number>();
  const entries = draft
    .split(byComma ? /[,\n]/ : /\n/)
    .map((entry) => entry.trim())
    .filter(Boolean);
  const [only] = entries;
  // One entry is told at once; of several the good ones are added and the others named.
  const fault =
    entries.length !== 1 || only === undefined
      ? undefined
      : values.includes(only)
        ? multiValueMessages.duplicate
        : isValid(only)
          ? undefined
          : multiValueMessages.invalid;
  const offered = suggestions
    .filter((value) => !values.includes(value) && isValid(value))
    .filter((value) => value.toLowerCase().includes(draft.trim().toLowerCase()))
    .slice(0, offeredCount);
  function add() {
    if (entries.length === 0 || fault !== undefined) return;
    const { added, invalid } = readEntries(draft, { byComma, existing: values, isValid });
    setValues([...values, ...added]);
    setIgnored(invalid);
    setDraft('');
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      width={650}
      actions={
        <>
          <Button variant="quiet" disabled={values.length === 0} onClick={() => setValues([])}>
            Clear
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              const pending =
                fault === undefined ? readEntries(draft, { byComma, existing: values, isValid }).added : [];
              onApply([...values, ...pending]);
              onClose();
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          label="New value"
          help={byComma ? multiValueMessages.commas : 'Each line is one value.'}
          error={fault}
          value={draft}
          onChange={setDraft}
          mono
          data-autofocus
        />
        <Button
          type="submit"
          icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
          disabled={entries.length === 0 || fault !== undefined}
        >
          Add
        </Button>
      </form>
      {offered.length > 0 && (
        <div className={styles.usual} role="group" aria-label="Usual values">
          {offered.map((value) => (
            <button
              key={value}
              type="button"
              className={styles.offer}
              aria-label={`Add ${value}`}
              onClick={() => {
                setValues([...values, value]);
                setDraft('');
              }}
            >
              {value}
            </button>
          ))}
        </div>
      )}
      <Switch label="Split at commas" checked={byComma} onChange={setByComma} />
      {ignored.length > 0 && (
        <p className={styles.ignored} role="alert">
          {multiValueMessages.ignored(ignored)}
        </p>
      )}
      <ul className={styles.values} aria-label="Values">
        {values.map((value, index) => (
          <li key={value}>
            {editing === index ? (
              <EditValue
                value={value}
                isValid={isValid}
                others={values.toSpliced(index, 1)}
                onCancel={() => setEditing(undefined)}
                onSave={(next) => {
                  setValues(values.with(index, next));
                  setEditing(undefined);
                }}
              />
            ) : (
              <>
                <span className={styles.value}>{visibleText(value)}</span>
                <IconButton size="xs" label={`Edit ${visibleText(value)}`} onClick={() => setEditing(index)}>
                  <IconPencil size={14} stroke={1.5} aria-hidden />
                </IconButton>
                <IconButton
                  size="xs"
                  label={`Delete ${visibleText(value)}`}
                  onClick={() => {
                    setEditing(undefined);
                    setValues(values.toSpliced(index, 1));
                  }}
                >
                  <IconX size={14} stroke={1.5} aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function EditValue(props: {
  value: string;
  others: readonly string[];
  isValid: (text: string) => boolean;
  onSave: (value: string) => void;
  onCancel: () => void;
}) {
  const { value, others, isValid, onSave, onCancel } = props;
  const [draft, setDraft] = useState(value);
  const text = draft.trim();
  const fault =
    text === '' || text === value
      ? undefined
      : others.includes(text)
        ? multiValueMessages.duplicate
        : isValid(text)
          ? undefined
          : multiValueMessages.invalid;
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '' && text !== value && fault === undefined) onSave(text);
      }}
    >
      <TextInput label={`Value ${visibleText(value)}`} error={fault} value={draft} onChange={setDraft} mono />
      <Button
        size="sm"
        type="submit"
        icon={<IconCheck size={14} stroke={1.5} aria-hidden />}
        disabled={text === '' || text === value || fault !== undefined}
      >
        Save
      </Button>
      <Button size="sm" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

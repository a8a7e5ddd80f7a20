import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { Modal } from '../../ui/modal.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { addTags } from '../../ui/select.tsx';
import styles from './search.module.css';

const tagsShown = 1;

/** Several values: the first on the line, all of them in a modal to add, edit, delete and clear. */
export function ListValue(props: {
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  isInvalid: boolean;
  describedBy?: string | undefined;
}) {
  const { label, values, onChange, isInvalid, describedBy } = props;
  const [isOpen, setOpen] = useState(false);
  const more = values.length - tagsShown;
  return (
    <>
      <button
        type="button"
        className={isInvalid ? styles.listInvalid : styles.list}
        aria-label={`${label}: ${values.length === 0 ? 'no values' : values.join(', ')}`}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {values.slice(0, tagsShown).map((value) => (
          <span key={value} className={styles.tag}>
            {value}
          </span>
        ))}
        {more > 0 && <span className={styles.tag}>{more} more</span>}
        {values.length === 0 && <span className={styles.placeholder}>Add values</span>}
      </button>
      {isOpen && (
        <ValuesModal
          label={label}
          values={values}
          onClose={() => setOpen(false)}
          onApply={(next) => {
            onChange(next);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function ValuesModal(props: {
  label: string;
  values: readonly string[];
  onClose: () => void;
  onApply: (values: string[]) => void;
}) {
  const { label, onClose, onApply } = props;
  const [values, setValues] = useState([...props.values]);
  const [draft, setDraft] = useState('');
  const add = () => {
    setValues(addTags(values, draft));
    setDraft('');
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`Values of ${label}`}
      width={650}
      actions={
        <>
          <Button variant="quiet" disabled={values.length === 0} onClick={() => setValues([])}>
            Clear
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onApply(addTags(values.filter(Boolean), draft))}>
            Apply
          </Button>
        </>
      }
    >
      <form
        className={styles.addValue}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          label="New value"
          help="Commas and line breaks of pasted text part values."
          value={draft}
          onChange={setDraft}
          mono
          data-autofocus
        />
        <Button
          type="submit"
          icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
          disabled={draft.trim() === ''}
        >
          Add
        </Button>
      </form>
      <ul className={styles.values}>
        {values.map((value, index) => (
          <li key={index}>
            <input
              aria-label={`Value ${index + 1}`}
              value={value}
              onChange={(event) => setValues(values.with(index, event.target.value))}
            />
            <IconButton
              size="xs"
              label={`Delete value ${index + 1}`}
              onClick={() => setValues(values.toSpliced(index, 1))}
            >
              <IconX size={14} stroke={1.5} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

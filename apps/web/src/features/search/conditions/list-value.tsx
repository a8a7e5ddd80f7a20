import { useState } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { MultiValueModal } from '../../../ui/inputs/multi-value.tsx';
import styles from './list-value.module.css';
import { useUsualValues } from './usual-values.tsx';

const tagsShown = 1;

/** Several values: the first on the line, all of them in a modal to add, edit, delete and clear. */
export function ListValue(props: {
  label: string;
  /** Path of the field. */
  field: string | undefined;
  /** What the values are of, in words. */
  fieldName: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Whether a text may be one of the values. */
  isValid: (text: string) => boolean;
  isInvalid: boolean;
  describedBy?: string | undefined;
}) {
  const { label, field, fieldName, values, onChange, isValid, isInvalid, describedBy } = props;
  const [isOpen, setOpen] = useState(false);
  const suggestions = useUsualValues(field, isOpen);
  const more = values.length - tagsShown;
  return (
    <>
      <button
        type="button"
        className={isInvalid ? styles.listInvalid : styles.list}
        aria-label={`${label}: ${values.length === 0 ? 'add values' : values.map(visibleText).join(', ')}`}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {values.slice(0, tagsShown).map((value) => (
          <span key={value} className={styles.tag}>
            {visibleText(value)}
          </span>
        ))}
        {more > 0 && <span className={styles.tag}>{more} more</span>}
        {values.length === 0 && <span className={styles.placeholder}>Add values</span>}
      </button>
      {isOpen && (
        <MultiValueModal
          title={`Values of ${fieldName}`}
          values={values}
          isValid={isValid}
          suggestions={suggestions}
          onApply={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

import { Button, IconButton } from './button.tsx';
import { FieldGroup } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { IconPlus, IconX } from '../icons.ts';
import styles from './schema-form.module.css';

export interface Pair {
  key: string;
  value: string;
}

export interface KeyValueInputProps extends FieldProps {
  value: readonly Pair[];
  onChange: (value: Pair[]) => void;
  keyLabel?: string;
  valueLabel?: string;
}

/** Rows of name and value, for instance the headers of a webhook. */
export function KeyValueInput({
  value,
  onChange,
  keyLabel = 'Name',
  valueLabel = 'Value',
  ...field
}: KeyValueInputProps) {
  const replace = (index: number, pair: Pair) =>
    onChange(value.map((entry, place) => (place === index ? pair : entry)));
  return (
    <FieldGroup {...field}>
      <div className={styles.pairs}>
        {value.map((pair, index) => (
          <div key={index} className={styles.pair}>
            <input
              className={styles.pairInput}
              aria-label={`${keyLabel} ${index + 1}`}
              placeholder={keyLabel}
              value={pair.key}
              onChange={(event) => replace(index, { ...pair, key: event.target.value })}
            />
            <input
              className={styles.pairInput}
              aria-label={`${valueLabel} ${index + 1}`}
              placeholder={valueLabel}
              value={pair.value}
              onChange={(event) => replace(index, { ...pair, value: event.target.value })}
            />
            <IconButton
              size="sm"
              label={`Remove ${pair.key || `row ${index + 1}`}`}
              onClick={() => onChange(value.filter((_entry, place) => place !== index))}
            >
              <IconX size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </div>
        ))}
        <span className={styles.add}>
          <Button
            size="sm"
            variant="dashed"
            icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
            onClick={() => onChange([...value, { key: '', value: '' }])}
          >
            Add
          </Button>
        </span>
      </div>
    </FieldGroup>
  );
}

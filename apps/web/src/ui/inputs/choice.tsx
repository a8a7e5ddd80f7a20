import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './choice.module.css';

interface Choice {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A check box with its words. `mixed` stands for some but not all. */
export function Checkbox({
  label,
  help,
  checked,
  onChange,
  disabled = false,
  mixed = false,
}: Choice & { mixed?: boolean }) {
  return (
    <label className={styles.choice} data-disabled={disabled || undefined}>
      <BareCheckbox checked={checked} mixed={mixed} disabled={disabled} onChange={onChange} />
      <span>
        {label}
        {help && <span className={styles.help}>{help}</span>}
      </span>
    </label>
  );
}

/** A check box without words, for rows of tables: the label is read out only. */
export function BareCheckbox(props: {
  label?: string;
  checked: boolean;
  mixed?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean, shiftKey: boolean) => void;
}) {
  const { label, checked, mixed = false, disabled = false, onChange } = props;
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed && !checked;
  }, [mixed, checked]);
  return (
    <input
      ref={ref}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => {
        const native = event.nativeEvent;
        onChange(event.target.checked, native instanceof MouseEvent && native.shiftKey);
      }}
    />
  );
}

/** On or off, at once. In tables it is grey: state, not accent. */
export function Switch(
  props: Omit<Choice, 'label'> & { label: string; hideLabel?: boolean; inTable?: boolean },
) {
  const { label, help, checked, onChange, disabled = false, hideLabel = false, inTable = false } = props;
  return (
    <label className={styles.choice} data-disabled={disabled || undefined}>
      <input
        type="checkbox"
        role="switch"
        className={cx(styles.switch, inTable && styles.grey)}
        checked={checked}
        disabled={disabled}
        aria-label={hideLabel ? label : undefined}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => onChange(event.target.checked)}
      />
      {!hideLabel && (
        <span>
          {label}
          {help && <span className={styles.help}>{help}</span>}
        </span>
      )}
    </label>
  );
}

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}

interface RadioProps<Value extends string> {
  label: string;
  options: readonly RadioOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, one below the other; `cards` draws each as a card with its help text. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  cards = false,
}: RadioProps<Value> & { cards?: boolean }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} style={{ display: 'grid', gap: 10 }}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cards ? styles.option : styles.choice}
          data-disabled={option.disabled || undefined}
        >
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className={cards ? styles.optionTitle : undefined}>{option.label}</span>
            {option.help && <span className={styles.help}>{option.help}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Up to four exclusive views. Use Tabs for places and Select beyond four. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  size = 'md',
  takesFocus = false,
}: RadioProps<Value> & {
  size?: 'sm' | 'md';
  /** In a layer that opens: the chosen one has the focus. */
  takesFocus?: boolean;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(styles.segments, size === 'sm' && styles.sm)}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            data-autofocus={(takesFocus && option.value === value) || undefined}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

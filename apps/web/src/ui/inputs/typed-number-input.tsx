import styles from './field.module.css';
import { TextInput } from './text-input.tsx';
import type { TextInputProps } from './text-input.tsx';
import { typedNumber } from './typed-number.ts';

export interface TypedNumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'trailing'> {
  /** A text while what was typed is no whole number. */
  value: number | string | null;
  onChange: (value: number | string | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  unit?: string | undefined;
}

/** A whole number that stays as it was typed: what is wrong with it is said, and nothing else is saved in its place. */
export function TypedNumberInput({ value, onChange, min, max, unit, ...rest }: TypedNumberInputProps) {
  const number = typeof value === 'number' ? value : undefined;
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      role="spinbutton"
      aria-valuenow={number}
      aria-valuemin={min}
      aria-valuemax={max}
      value={value === null ? '' : String(value)}
      onChange={(text) => onChange(typedNumber(text))}
      onKeyDown={(event) => {
        const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (step === undefined || typeof value === 'string') return;
        event.preventDefault();
        const next = (number ?? min ?? 0) + step;
        onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)));
      }}
      trailing={unit && <span className={styles.unit}>{unit}</span>}
    />
  );
}

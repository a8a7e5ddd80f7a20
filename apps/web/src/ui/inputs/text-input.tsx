import { useState } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import styles from './field.module.css';
import { IconEye, IconEyeOff } from '../icons.ts';

type NativeInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'onChange' | 'value' | 'prefix'>;

export interface TextInputProps extends FieldProps, NativeInput {
  value: string;
  onChange: (value: string) => void;
  size?: 'sm' | 'md' | 'lg';
  /** Ids, paths, addresses: what a machine said. */
  mono?: boolean;
  icon?: ReactNode;
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

function controlClass(props: {
  size?: 'sm' | 'md' | 'lg';
  error?: ReactNode;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  mono?: boolean;
}) {
  return cx(
    styles.control,
    props.size && props.size !== 'md' && styles[props.size],
    Boolean(props.error) && styles.invalid,
    (props.disabled || props.readOnly) && styles.off,
    props.mono && styles.mono,
  );
}

/** One line of text with its label, help and error. */
export function TextInput(props: TextInputProps) {
  const {
    label,
    help,
    error,
    required,
    aside,
    className,
    value,
    onChange,
    size = 'md',
    mono = false,
    icon,
    trailing,
    ...rest
  } = props;
  return (
    <Field label={label} help={help} error={error} required={required} aside={aside} className={className}>
      {(ids) => (
        <div
          className={controlClass({ size, error, mono, disabled: rest.disabled, readOnly: rest.readOnly })}
        >
          {icon}
          <input
            type="text"
            // Dialogs give the focus themselves, to what is marked so.
            data-autofocus={rest.autoFocus || undefined}
            {...rest}
            {...ids}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {trailing}
        </div>
      )}
    </Field>
  );
}

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'trailing' | 'icon'> {
  /** A stored secret exists: the empty field then means "Keep current value". */
  hasStoredValue?: boolean;
}

/** A password or secret with a button that shows it. */
export function PasswordInput({ hasStoredValue = false, placeholder, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const EyeIcon = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      type={isShown ? 'text' : 'password'}
      placeholder={hasStoredValue ? 'Keep current value' : placeholder}
      trailing={
        <button
          type="button"
          className={styles.reveal}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <EyeIcon size={16} stroke={1.5} aria-hidden />
        </button>
      }
    />
  );
}

export interface TextAreaProps
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    help,
    error,
    required,
    aside,
    className,
    value,
    onChange,
    mono = false,
    rows = 3,
    ...rest
  } = props;
  return (
    <Field label={label} help={help} error={error} required={required} aside={aside} className={className}>
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          rows={rows}
          className={cx(styles.area, Boolean(error) && styles.invalid, mono && styles.mono)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface NumberInputProps extends FieldProps, Omit<NativeInput, 'min' | 'max' | 'type'> {
  /** Null while the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  /** Written behind the number, for instance `minutes`. */
  unit?: string | undefined;
  size?: 'sm' | 'md' | 'lg';
  ref?: Ref<HTMLInputElement>;
}

/** A whole number. Clamped to its limits on leaving the field; leading zeros go at once. */
export function NumberInput(props: NumberInputProps) {
  const {
    label,
    help,
    error,
    required,
    aside,
    className,
    value,
    onChange,
    min,
    max,
    unit,
    size = 'md',
    onBlur,
    ...rest
  } = props;
  return (
    <Field label={label} help={help} error={error} required={required} aside={aside} className={className}>
      {(ids) => (
        <div className={controlClass({ size, error, disabled: rest.disabled, readOnly: rest.readOnly })}>
          <input
            {...rest}
            {...ids}
            type="text"
            inputMode="numeric"
            role="spinbutton"
            aria-valuenow={value ?? undefined}
            aria-valuemin={min}
            aria-valuemax={max}
            value={value === null ? '' : String(value)}
            onChange={(event) => onChange(readWholeNumber(event.target.value))}
            onKeyDown={(event) => {
              const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              onChange(clamp((value ?? min ?? 0) + step, min, max));
            }}
            onBlur={(event) => {
              if (value !== null) onChange(clamp(value, min, max));
              onBlur?.(event);
            }}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
        </div>
      )}
    </Field>
  );
}

function readWholeNumber(text: string): number | null {
  const digits = text.replace(/(?!^-)\D/g, '');
  return digits === '' || digits === '-' ? null : Number(digits.slice(0, 15));
}

function clamp(value: number, min = -Infinity, max = Infinity): number {
  return Math.min(max, Math.max(min, value));
}

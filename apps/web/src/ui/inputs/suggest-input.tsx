import { Autocomplete } from '@mantine/core';
import styles from './combobox.module.css';
import { cx } from '../../lib/class-names.ts';

export interface SuggestInputProps {
  /** Accessible name; nothing is drawn above. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly string[];
  placeholder?: string;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  disabled?: boolean;
  size?: 'sm' | 'md';
  onFocus?: () => void;
}

/** One line of free text in a row of fields, with a list of likely answers that typing narrows. */
export function SuggestInput(props: SuggestInputProps) {
  const {
    label,
    value,
    onChange,
    suggestions,
    placeholder,
    isInvalid = false,
    describedBy,
    disabled,
    size = 'md',
    onFocus,
  } = props;
  return (
    <Autocomplete
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      data={[...new Set(suggestions)]}
      limit={80}
      value={value}
      onChange={onChange}
      placeholder={placeholder ?? ''}
      disabled={disabled ?? false}
      error={isInvalid}
      spellCheck={false}
      {...(onFocus ? { onFocus } : {})}
      maxDropdownHeight={300}
      comboboxProps={{ zIndex: 300, transitionProps: { duration: 80 }, offset: 4 }}
      classNames={{
        input: cx(styles.input, size === 'sm' && styles.sm, styles.single, styles.mono),
        dropdown: styles.dropdown,
        option: cx(styles.option, styles.mono),
        empty: styles.empty,
      }}
    />
  );
}

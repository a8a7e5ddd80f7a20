import { MultiSelect as MantineMultiSelect, Select as MantineSelect, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './combobox.module.css';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** Heading above the options that share it. */
  group?: string;
  disabled?: boolean;
}

interface ComboboxShared extends FieldProps {
  placeholder?: string;
  disabled?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** Type to narrow the list; on by itself above eight options. */
  searchable?: boolean;
  onBlur?: () => void;
}

const searchableAbove = 8;
/** Limits of every list that drops down, in px. */
const menuMaxHeight = 300;
const menuStyles = { dropdown: { maxWidth: 'min(800px, 90vw)' } };

function mantineData(options: readonly Option[]) {
  const groups = new Map<string, Option[]>();
  const loose: Option[] = [];
  for (const option of options) {
    if (option.group === undefined) loose.push(option);
    else groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  }
  const plain = ({ value, label, disabled = false }: Option) => ({ value, label, disabled });
  return [...loose.map(plain), ...[...groups].map(([group, items]) => ({ group, items: items.map(plain) }))];
}

function looks(size: 'sm' | 'md' | 'lg', single: boolean) {
  return {
    input: cx(styles.input, size !== 'md' && styles[size], single && styles.single),
    inputField: styles.field,
    dropdown: styles.dropdown,
    option: styles.option,
    groupLabel: styles.groupLabel,
    empty: styles.empty,
    pill: styles.pill,
  };
}

const comboboxProps = { zIndex: 300, transitionProps: { duration: 80 }, offset: 4 };

export interface SelectProps<Value extends string> extends ComboboxShared {
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** Offers an empty choice. */
  clearable?: boolean;
}

/** One of several options. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    label,
    help,
    error,
    required,
    aside,
    className,
    options,
    value,
    onChange,
    size = 'md',
    searchable,
    clearable = false,
    ...rest
  } = props;
  return (
    <Field label={label} help={help} error={error} required={required} aside={aside} className={className}>
      {(ids) => (
        <MantineSelect
          {...rest}
          {...ids}
          data={mantineData(options)}
          value={value}
          // Mantine hands back one of the given options.
          onChange={(next) => onChange(next as Value | null)}
          error={Boolean(error)}
          searchable={searchable ?? options.length > searchableAbove}
          clearable={clearable}
          allowDeselect={clearable}
          nothingFoundMessage="No Results"
          maxDropdownHeight={menuMaxHeight}
          comboboxProps={comboboxProps}
          styles={menuStyles}
          classNames={looks(size, true)}
        />
      )}
    </Field>
  );
}

export interface MultiSelectProps<Value extends string> extends ComboboxShared {
  options: readonly Option<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  /** Text of the entry that chooses all; null leaves it out. */
  selectAllLabel?: string | null;
  /** "Clear" shows once this many are chosen. */
  clearFrom?: number;
}

/** Several of several options. */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>) {
  const {
    label,
    help,
    error,
    required,
    aside,
    className,
    options,
    value,
    onChange,
    size = 'md',
    searchable = true,
    placeholder,
    selectAllLabel = 'Select All',
    clearFrom = 1,
    disabled = false,
    ...rest
  } = props;
  const all = options.filter((option) => !option.disabled).map((option) => option.value);
  const bulk: ReactNode = !disabled && options.length > 1 && (
    <>
      {selectAllLabel && value.length < all.length && (
        <BulkChoice label={selectAllLabel} onChoose={() => onChange(all)} />
      )}
      {value.length >= clearFrom && value.length > 0 && (
        <BulkChoice label="Clear" onChoose={() => onChange([])} />
      )}
    </>
  );
  return (
    <Field
      label={label}
      help={help}
      error={error}
      required={required}
      aside={aside ?? <span className={styles.bulk}>{bulk}</span>}
      className={className}
    >
      {(ids) => (
        <MantineMultiSelect
          selectFirstOptionOnChange
          {...rest}
          {...ids}
          disabled={disabled}
          data={mantineData(options)}
          value={[...value]}
          // Mantine hands back some of the given options.
          onChange={(next) => onChange(next as Value[])}
          {...(value.length === 0 && placeholder ? { placeholder } : {})}
          error={Boolean(error)}
          searchable={searchable}
          hidePickedOptions
          nothingFoundMessage="No Results"
          maxDropdownHeight={menuMaxHeight}
          comboboxProps={comboboxProps}
          styles={menuStyles}
          classNames={looks(size, false)}
        />
      )}
    </Field>
  );
}

function BulkChoice({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <button type="button" className={styles.bulkChoice} onClick={onChoose}>
      {label}
    </button>
  );
}

export interface TagInputProps extends ComboboxShared {
  value: readonly string[];
  onChange: (value: string[]) => void;
  suggestions?: readonly string[];
}

/** Splits pasted or typed text at newlines and commas, trims, drops what is empty or there already. */
export function addTags(existing: readonly string[], text: string): string[] {
  const added = text
    .split(/[\n,]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return [...new Set([...existing, ...added])];
}

/** Free values: Enter or comma adds one, pasted text is split at newlines and commas, nothing is there twice. */
export function TagInput(props: TagInputProps) {
  const {
    label,
    help,
    error,
    required,
    aside,
    className,
    value,
    onChange,
    suggestions = [],
    size = 'md',
    placeholder,
    ...rest
  } = props;
  const { searchable: _unused, ...control } = rest;
  return (
    <Field label={label} help={help} error={error} required={required} aside={aside} className={className}>
      {(ids) => (
        <TagsInput
          {...control}
          {...ids}
          data={[...suggestions]}
          value={[...value]}
          onChange={(next) => onChange(addTags([], next.join(',')))}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!/[\n,]/.test(text)) return;
            event.preventDefault();
            onChange(addTags(value, text));
          }}
          splitChars={[',']}
          {...(value.length === 0 && placeholder ? { placeholder } : {})}
          acceptValueOnBlur
          error={Boolean(error)}
          maxDropdownHeight={menuMaxHeight}
          comboboxProps={comboboxProps}
          styles={menuStyles}
          classNames={looks(size, false)}
        />
      )}
    </Field>
  );
}

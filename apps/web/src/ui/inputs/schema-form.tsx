import { useState } from 'react';
import type { ReactNode } from 'react';
import { Switch } from './choice.tsx';
import { KeyValueInput } from './key-value-input.tsx';
import type { Pair } from './key-value-input.tsx';
import { fieldMessages, hasDuplicates } from './form-rules.ts';
import { Note } from '../layout/note.tsx';
import { MultiSelect, Select, TagInput } from './select.tsx';
import styles from './schema-form.module.css';
import { afterChange, shownFields } from './setting-values.ts';
import type { FieldDescriptor, FormErrors, FormValue, FormValues } from './setting-values.ts';
import { PasswordInput, TextArea, TextInput } from './text-input.tsx';
import { limitsText } from './typed-number.ts';
import { TypedNumberInput } from './typed-number-input.tsx';

export interface SchemaFormProps {
  fields: readonly FieldDescriptor[];
  values: FormValues;
  onChange: (values: FormValues) => void;
  errors?: FormErrors;
  /** Names of secrets the server has: left empty they keep their value. */
  storedSecrets?: readonly string[];
  disabled?: boolean;
  /** Called with the field's name when it is left. */
  onLeave?: (name: string) => void;
}

/** A form drawn from field descriptions: those that its values show. It holds no state: values, errors and saving belong to the caller. */
export function SchemaForm(props: SchemaFormProps) {
  const { fields, values, onChange, errors } = props;
  const shown = shownFields(fields, values);
  // A switch has no place for its own error.
  const off = shown.find(({ name, mustBeOn }) => mustBeOn && errors?.[name] !== undefined);
  return (
    <div className={styles.form}>
      {shown.map((field) => (
        <SchemaField
          key={`${field.name} ${fields.indexOf(field)}`}
          {...props}
          field={field}
          value={values[field.name]}
          onValue={(value) => onChange(afterChange(fields, values, { ...values, [field.name]: value }))}
        />
      ))}
      {off && <Note tone="danger">{`Switch on "${off.label}", or choose another method.`}</Note>}
    </div>
  );
}

interface SchemaFieldProps extends SchemaFormProps {
  field: FieldDescriptor;
  value: FormValue;
  onValue: (value: FormValue) => void;
}

function textOf(value: FormValue): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
function listOf(value: FormValue): readonly string[] {
  return isList(value) ? value : [];
}
function isList(value: FormValue): value is readonly string[] {
  return Array.isArray(value);
}
function isRecord(value: FormValue): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && !isList(value);
}

function SchemaField({
  field,
  value,
  onValue,
  errors,
  storedSecrets = [],
  disabled = false,
  onLeave,
}: SchemaFieldProps): ReactNode {
  const shared = {
    label: field.label,
    help: field.help ?? undefined,
    error: errors?.[field.name],
    required: field.required,
    disabled,
  };
  const control = { ...shared, name: field.name, onBlur: () => onLeave?.(field.name) };
  const placeholder = field.placeholder ? { placeholder: field.placeholder } : {};
  const options = field.options ?? [];
  if (field.kind === 'boolean') {
    return (
      <Switch
        label={field.label}
        help={field.help}
        checked={value === true}
        disabled={disabled}
        onChange={onValue}
      />
    );
  }
  if (field.kind === 'password' || (field.secret && field.kind === 'text')) {
    return (
      <PasswordInput
        {...control}
        {...placeholder}
        autoComplete="new-password"
        hasStoredValue={storedSecrets.includes(field.name)}
        value={textOf(value)}
        onChange={onValue}
      />
    );
  }
  if (field.kind === 'number') {
    return (
      <TypedNumberInput
        {...control}
        {...placeholder}
        help={[field.help, limitsText(field.min, field.max)].filter(Boolean).join(' · ') || undefined}
        min={field.min ?? undefined}
        max={field.max ?? undefined}
        unit={field.unit ?? undefined}
        value={typeof value === 'number' || typeof value === 'string' ? value : null}
        onChange={onValue}
      />
    );
  }
  if (field.kind === 'textarea') {
    return <TextArea {...control} {...placeholder} value={textOf(value)} onChange={onValue} />;
  }
  if (field.kind === 'select') {
    return (
      <Select
        {...shared}
        {...placeholder}
        options={options}
        // Nothing chosen would count as the usual value, and look like none.
        clearable={!field.required && field.default == null}
        value={textOf(value) || null}
        onChange={onValue}
      />
    );
  }
  if (field.kind === 'multiselect') {
    return (
      <MultiSelect {...shared} {...placeholder} options={options} value={listOf(value)} onChange={onValue} />
    );
  }
  if (field.kind === 'list') {
    return <TagInput {...shared} {...placeholder} value={listOf(value)} onChange={onValue} />;
  }
  if (field.kind === 'keyvalue') {
    return <RecordField shared={shared} value={value} onValue={onValue} />;
  }
  return <TextInput {...control} {...placeholder} value={textOf(value)} onChange={onValue} />;
}

interface RecordFieldProps {
  shared: {
    label: string;
    help: string | undefined;
    error: string | undefined;
    required: boolean | undefined;
  };
  value: FormValue;
  onValue: (value: FormValue) => void;
}

const recordOf = (pairs: readonly Pair[]) => Object.fromEntries(pairs.map((pair) => [pair.key, pair.value]));

/** Rows keep their own state: while a name is typed it may equal another one, which a record could not hold. */
function RecordField({ shared, value, onValue }: RecordFieldProps) {
  const record = isRecord(value) ? value : {};
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    Object.entries(record).map(([key, text]) => ({ key, value: text })),
  );
  const names = pairs.map((pair) => pair.key);
  return (
    <KeyValueInput
      {...shared}
      error={shared.error ?? (hasDuplicates(names) ? fieldMessages.duplicates : undefined)}
      value={pairs}
      onChange={(next) => {
        setPairs(next);
        onValue(recordOf(next.filter((pair) => pair.key !== '')));
      }}
    />
  );
}

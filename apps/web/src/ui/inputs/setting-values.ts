import { shownFields as shownOf, type FieldKind } from '@margay/settings/shown';
import { fieldMessages, hasDuplicates } from './form-rules.ts';
import type { Option } from './select.tsx';

/** One setting of a destination, source or connector, as the server describes it. */
export interface FieldDescriptor {
  name: string;
  label: string;
  help?: string | null;
  kind: FieldKind;
  required?: boolean;
  /** Never shown again once stored. */
  secret?: boolean;
  options?: readonly Option[] | null;
  placeholder?: string | null;
  /** What a new form begins with, and what counts where nothing is given. */
  default?: string | number | boolean | null;
  min?: number | null;
  max?: number | null;
  unit?: string | null;
  /** Of a text, in characters. */
  maxLength?: number | null;
  /** A regular expression that a text has to match. */
  pattern?: string | null;
  /** A switch that has to be on. */
  mustBeOn?: boolean;
  /** Shown only while another shown field has one of these values. */
  shownWhen?: { field: string; oneOf: readonly string[] } | null;
}

/** `keyvalue` fields hold a record of texts; an absent value is an empty field. */
export type FormValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string>>
  | null
  | undefined;
export type FormValues = Readonly<Record<string, FormValue>>;
export type FormErrors = Readonly<Record<string, string | undefined>>;

/** The fields that are shown with these values; what is not shown is neither checked nor sent. */
export function shownFields(fields: readonly FieldDescriptor[], values: FormValues): FieldDescriptor[] {
  const whole = fields.map((field) => ({
    field,
    name: field.name,
    default: field.default ?? null,
    shownWhen: field.shownWhen ?? null,
  }));
  return shownOf(whole, values).map(({ field }) => field);
}

/** The values with what newly shown fields begin with; a secret stays with its own field and goes with it. */
export function afterChange(
  fields: readonly FieldDescriptor[],
  before: FormValues,
  after: FormValues,
): FormValues {
  const known = new Set(shownFields(fields, before));
  const next: Record<string, FormValue> = { ...after };
  for (const field of shownFields(fields, after)) {
    if (known.has(field)) continue;
    if (field.secret) next[field.name] = undefined;
    else next[field.name] ??= field.default ?? undefined;
  }
  return next;
}

/** What a new form begins with. */
export function firstValues(fields: readonly FieldDescriptor[]): FormValues {
  return startingWith(fields, {});
}

/** Stored settings as the form holds them; what no field could show counts as empty. */
export function valuesOf(
  fields: readonly FieldDescriptor[],
  stored: Readonly<Record<string, unknown>>,
): FormValues {
  const held = Object.entries(stored).map(([name, value]) => [name, formValue(value)] as const);
  return startingWith(fields, Object.fromEntries(held));
}

function startingWith(fields: readonly FieldDescriptor[], values: FormValues): FormValues {
  const filled: Record<string, FormValue> = { ...values };
  // In their order: a field that decides what is shown stands before what it decides.
  for (const field of fields)
    if (shownFields(fields, filled).includes(field)) filled[field.name] ??= field.default ?? undefined;
  return filled;
}

function formValue(value: unknown): FormValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

/** Of the secrets that the server has, those that stay when they are left empty: their field is the one they were typed in. */
export function keptSecrets(
  fields: readonly FieldDescriptor[],
  stored: { names: readonly string[]; values: FormValues },
  values: FormValues,
): string[] {
  const known = new Set(shownFields(fields, stored.values));
  return shownFields(fields, values)
    .filter((field) => field.secret && known.has(field) && stored.names.includes(field.name))
    .map(({ name }) => name);
}

/** What the server gets: the values of what is shown, without those that were left empty. */
export function valuesToSend(
  fields: readonly FieldDescriptor[],
  values: FormValues,
): Record<string, unknown> {
  const given = shownFields(fields, values).map(({ name, secret }) => {
    const value = values[name];
    return [name, typeof value === 'string' && !secret ? value.trim() : value] as const;
  });
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

function isList(value: FormValue): value is readonly string[] {
  return Array.isArray(value);
}
function isRecord(value: FormValue): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isMissing(value: FormValue): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

/** Faults of what is shown, by field. Empty when the form may be sent. */
export function checkForm(
  fields: readonly FieldDescriptor[],
  values: FormValues,
  storedSecrets: readonly string[] = [],
): FormErrors {
  const faults = shownFields(fields, values).map(
    (field) => [field.name, faultOf(field, values[field.name], storedSecrets.includes(field.name))] as const,
  );
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined));
}

function faultOf(field: FieldDescriptor, value: FormValue, isStored: boolean): string | undefined {
  if (field.mustBeOn) return value === true ? undefined : fieldMessages.required;
  if (isMissing(value)) return mustBeFilled(field) && !isStored ? fieldMessages.required : undefined;
  if (field.kind === 'number') return numberFault(field, value);
  if (isList(value)) return hasDuplicates(value) ? fieldMessages.duplicates : undefined;
  return typeof value === 'string' ? textFault(field, value) : undefined;
}

/** An emptied number would be saved as its usual value, which nobody sees there. */
function mustBeFilled({ kind, required, default: usual }: FieldDescriptor): boolean {
  return (required === true && kind !== 'boolean') || (kind === 'number' && usual != null);
}

function numberFault({ min, max }: FieldDescriptor, value: FormValue): string | undefined {
  if (typeof value !== 'number')
    return /\d/.test(String(value)) ? fieldMessages.integer : fieldMessages.wrongType;
  if (!Number.isInteger(value)) return fieldMessages.integer;
  const isBelow = min != null && value < min;
  const isAbove = max != null && value > max;
  if (!isBelow && !isAbove) return undefined;
  if (min != null && max != null) return `Must be ${min} to ${max}`;
  return isBelow ? `Must be at least ${min}` : `Must be at most ${max}`;
}

function textFault({ required, maxLength, pattern }: FieldDescriptor, text: string): string | undefined {
  if (required && text.trim() === '') return fieldMessages.required;
  if (maxLength != null && text.length > maxLength) return `Must be at most ${maxLength} characters`;
  const isAllowed = pattern == null || new RegExp(pattern, 'u').test(text);
  return isAllowed ? undefined : 'Has characters that are not allowed here';
}

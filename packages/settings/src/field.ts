import * as z from 'zod';

/** The controls the console's form knows. */
export type FieldKind =
  | 'text'
  | 'password'
  | 'number'
  | 'boolean'
  | 'select'
  | 'multiselect'
  | 'list'
  | 'keyvalue'
  | 'textarea';

export interface FieldMeta {
  label: string;
  help?: string;
  placeholder?: string;
  /** Stored encrypted and never shown again. Default false. */
  secret?: boolean;
  /**
   * For a secret: name of the setting that holds the address it is sent to; several names, where what is got with it goes
   * to the others. When such an address names another server, the stored secret is not kept, so that nobody who may edit
   * can have it sent to a server of their own.
   */
  sentTo?: string | readonly string[];
  /** Default: follows from the schema (`password` for secrets). */
  kind?: FieldKind;
  /** Labels of the values of an enumeration; a value without one shows itself. */
  optionLabels?: Readonly<Record<string, string>>;
  /** What a new form begins with where the schema has no default. */
  initial?: string | number | boolean;
  /**
   * Shown only while an earlier setting has one of these values. What is not shown is not asked for, not sent and not
   * saved, so its schema must let it be absent.
   */
  shownWhen?: ShownWhen;
  /** Must be filled in while it is shown, although its schema lets it be absent. */
  required?: boolean;
}

export interface ShownWhen {
  field: string;
  oneOf: readonly string[];
}

const registry = z.registry<FieldMeta>();

/** Says how a setting is shown and kept. Apply it last: `field(z.string().optional(), {...})`. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  registry.add(schema, meta);
  return schema;
}

export function metaOf(schema: z.core.$ZodType): FieldMeta | undefined {
  // The registry is keyed by identity; its parameter type only names the fuller class.
  return registry.get(schema as z.ZodType);
}

export const requiredFault = 'This field is required';

/** Text that must be there, without surrounding space. */
export const requiredText = () => z.string({ error: requiredFault }).trim().min(1, { error: requiredFault });

const addressFault = 'Must be a URL that starts with https:// or http://';

/** An http or https address. `fault`: what to say of another text. */
export const webAddress = (fault = addressFault) => requiredText().refine(isWebAddress, { error: fault });

/** The address of a webhook, which takes what is sent to it. */
export const webhookAddress = () => webAddress('Must be a valid webhook URL');

/** The same, where none may be given. */
export const optionalWebAddress = () =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || isWebAddress(text), { error: addressFault })
    .optional();

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

import * as z from 'zod/mini';
import { fieldMessages } from '../../ui/form-rules.ts';
import { checkForm } from '../../ui/schema-form.tsx';
import type { FieldDescriptor, FieldKind, FormErrors, FormValues } from '../../ui/schema-form.tsx';

/** The part of JSON Schema that settings of transports are described with. */
const propertySchema = z.looseObject({
  type: z.optional(z.string()),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  const: z.optional(z.union([z.string(), z.boolean(), z.number()])),
  enum: z.optional(z.array(z.string())),
  default: z.optional(z.unknown()),
  examples: z.optional(z.array(z.string())),
  optionLabels: z.optional(z.record(z.string(), z.string())),
  secret: z.optional(z.boolean()),
  pattern: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  maxLength: z.optional(z.number()),
});
type Property = z.infer<typeof propertySchema>;
const objectSchema = z.looseObject({
  title: z.optional(z.string()),
  properties: z.record(z.string(), propertySchema),
  required: z.optional(z.array(z.string())),
});
const formSchema = z.union([z.looseObject({ oneOf: z.array(objectSchema) }), objectSchema]);

interface TextRule {
  pattern?: RegExp;
  maxLength?: number;
}

/** One way to fill in the settings, for instance one kind of authentication. */
export interface FormVariant {
  /** Value of the field that tells the variants apart; empty when there is only one. */
  id: string;
  title: string;
  /** Settings that have only one value, not shown. */
  constants: Record<string, string>;
  fields: FieldDescriptor[];
  defaults: FormValues;
  /** Names of switches that must be on. */
  mustBeOn: string[];
  rules: Record<string, TextRule>;
}

export interface TransportForm {
  /** Name of the field that tells the variants apart, for instance `authMethod`. */
  discriminator: string | undefined;
  variants: FormVariant[];
}

/** Turns the server's JSON Schema into the descriptions forms are drawn from. Throws when it is something else. */
export function readTransportForm(form: unknown): TransportForm {
  const parsed = formSchema.parse(form);
  const objects = objectsOf(parsed);
  const names = Object.entries(objects[0]?.properties ?? {});
  const discriminator =
    objects.length > 1
      ? names.find(([, property]) => property.type === 'string' && property.const !== undefined)?.[0]
      : undefined;
  return { discriminator, variants: objects.map((object) => variantOf(object, discriminator)) };
}

function objectsOf(form: z.infer<typeof formSchema>): z.infer<typeof objectSchema>[] {
  const alternatives = z.looseObject({ oneOf: z.array(objectSchema) }).safeParse(form);
  return alternatives.success ? alternatives.data.oneOf : [objectSchema.parse(form)];
}

function variantOf(object: z.infer<typeof objectSchema>, discriminator: string | undefined): FormVariant {
  const required = new Set(object.required);
  const variant: FormVariant = {
    id: '',
    title: object.title ?? '',
    constants: {},
    fields: [],
    defaults: {},
    mustBeOn: [],
    rules: {},
  };
  for (const [name, property] of Object.entries(object.properties)) {
    if (typeof property.const === 'string') {
      variant.constants[name] = property.const;
      if (name === discriminator) variant.id = property.const;
      continue;
    }
    if (property.const === true) variant.mustBeOn.push(name);
    variant.fields.push(fieldOf(name, property, required.has(name)));
    const first = defaultOf(property);
    if (first !== undefined) variant.defaults = { ...variant.defaults, [name]: first };
    const rule = ruleOf(property);
    if (rule) variant.rules[name] = rule;
  }
  return { ...variant, title: variant.title || variant.id };
}

function defaultOf(property: Property): string | number | boolean | undefined {
  const value = property.default;
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : undefined;
}

function ruleOf(property: Property): TextRule | undefined {
  if (property.type !== 'string' || property.enum) return undefined;
  const rule: TextRule = {};
  if (property.pattern !== undefined) rule.pattern = new RegExp(property.pattern, 'u');
  if (property.maxLength !== undefined) rule.maxLength = property.maxLength;
  return rule;
}

function kindOf(property: Property): FieldKind {
  if (property.enum) return 'select';
  if (property.secret) return 'password';
  const kinds: Record<string, FieldKind> = {
    boolean: 'boolean',
    integer: 'number',
    number: 'number',
    array: 'list',
    object: 'keyvalue',
  };
  return kinds[property.type ?? ''] ?? 'text';
}

function fieldOf(name: string, property: Property, required: boolean): FieldDescriptor {
  return {
    name,
    label: property.title ?? name,
    help: property.description ?? null,
    kind: kindOf(property),
    required,
    secret: property.secret ?? false,
    ...(property.examples?.[0] === undefined ? {} : { placeholder: property.examples[0] }),
    options:
      property.enum?.map((value) => ({ value, label: property.optionLabels?.[value] ?? value })) ?? null,
    min: property.minimum ?? null,
    max: property.maximum ?? null,
  };
}

/** The variant the stored or typed settings belong to; the first one when none does. */
export function variantFor(form: TransportForm, settings: Record<string, unknown>): FormVariant {
  const { discriminator, variants } = form;
  const wanted = discriminator === undefined ? undefined : settings[discriminator];
  const found = variants.find((variant) => variant.id === wanted) ?? variants[0];
  if (!found) throw new Error('The form of this transport has no variant.');
  return found;
}

/** Faults of the typed settings by field. Empty when they may be sent. */
export function checkSettings(
  variant: FormVariant,
  values: FormValues,
  storedSecrets: readonly string[] = [],
): FormErrors {
  const errors: Record<string, string | undefined> = { ...checkForm(variant.fields, values, storedSecrets) };
  for (const name of variant.mustBeOn) if (values[name] !== true) errors[name] = fieldMessages.required;
  for (const [name, rule] of Object.entries(variant.rules)) {
    const value = values[name];
    if (errors[name] !== undefined || typeof value !== 'string' || value === '') continue;
    if (rule.maxLength !== undefined && value.length > rule.maxLength)
      errors[name] = `Must be at most ${rule.maxLength} characters`;
    else if (rule.pattern && !rule.pattern.test(value))
      errors[name] =
        value.trim() === '' ? fieldMessages.required : 'Has characters that are not allowed here';
  }
  return errors;
}

/** What the server gets: constants and the values of this variant's fields, nothing else. */
export function settingsToSend(variant: FormVariant, values: FormValues): Record<string, unknown> {
  const given = variant.fields.map((field) => [field.name, values[field.name]] as const);
  return {
    ...variant.constants,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null && value !== '')),
  };
}

import * as z from 'zod';
import { metaOf, type FieldKind, type FieldMeta, type ShownWhen } from './field.ts';

/** One input of a form, as the console draws it. */
export interface FormField {
  name: string;
  label: string;
  help: string;
  placeholder: string;
  kind: FieldKind;
  /** Must be filled in while it is shown. */
  required: boolean;
  secret: boolean;
  options: { value: string; label: string }[];
  /** What a new form begins with, and what counts where nothing is given. */
  default: string | number | boolean | null;
  min: number | null;
  max: number | null;
  /** Of a text, in characters. */
  maxLength: number | null;
  /** Source of a regular expression that a text has to match. */
  pattern: string | null;
  /** A switch that has to be on. */
  mustBeOn: boolean;
  shownWhen: ShownWhen | null;
  /** Of a secret: the settings that hold the addresses it, or what is got with it, is sent to. */
  sentTo: readonly string[];
}

/** What has a form: `id` names it in errors. */
export interface SettingsDefinition {
  id: string;
  settings: z.ZodType;
}

const known = new WeakMap<z.ZodType, FormField[]>();

/**
 * The form of a definition, in the order of its settings; of a union first the choice between its members. Throws when a
 * setting was made without `field()`, or is shown by a setting that does not stand before it or cannot have that value.
 */
export function settingsForm(definition: SettingsDefinition): FormField[] {
  const { id, settings } = definition;
  const before = known.get(settings);
  if (before !== undefined) return before;
  const fields = formOf(id, settings);
  checkConditions(id, fields);
  known.set(settings, fields);
  return fields;
}

function formOf(id: string, settings: z.ZodType): FormField[] {
  if (settings instanceof z.ZodDiscriminatedUnion) return formOfUnion(id, settings);
  if (!(settings instanceof z.ZodObject))
    throw new Error(`${id}: settings are an object, or a union of objects that one text tells apart`);
  return Object.entries(settings.shape).map(([name, schema]) => fieldOf(id, name, schema));
}

function formOfUnion(id: string, union: z.ZodDiscriminatedUnion): FormField[] {
  const { discriminator } = union.def;
  const members = (union.options as readonly z.ZodType[]).map((member) => {
    const constant = member instanceof z.ZodObject ? member.shape[discriminator] : undefined;
    if (!(member instanceof z.ZodObject) || !(constant instanceof z.ZodLiteral))
      throw new Error(`${id}: each member of the union needs its own literal "${discriminator}"`);
    return { value: String(constant.value), member };
  });
  const values = members.map(({ value }) => value);
  const meta = metaOf(union);
  if (meta === undefined)
    throw new Error(`${id}: wrap the union in field(), which labels the choice between its members`);
  const choice = {
    ...emptyField(discriminator, meta),
    kind: 'select' as const,
    required: true,
    options: members.map(({ value, member }) => ({ value, label: metaOf(member)?.label ?? value })),
    default: meta.initial ?? values[0] ?? null,
  };
  const fields: (FormField & { shownWhen: ShownWhen })[] = [];
  for (const { value, member } of members) {
    for (const [name, schema] of Object.entries(member.shape)) {
      if (name === discriminator) continue;
      const field = { ...fieldOf(id, name, schema), shownWhen: { field: discriminator, oneOf: [value] } };
      const same = fields.findIndex((other) => isSameField(other, field));
      const [other] = same === -1 ? [] : fields.splice(same, 1);
      // What several members share comes after what is theirs alone.
      fields.push(
        other === undefined
          ? field
          : { ...other, shownWhen: { field: discriminator, oneOf: [...other.shownWhen.oneOf, value] } },
      );
    }
  }
  const isOfAll = ({ shownWhen }: { shownWhen: ShownWhen }) => shownWhen.oneOf.length === values.length;
  return [choice, ...fields.map((field) => (isOfAll(field) ? { ...field, shownWhen: null } : field))];
}

const isSameField = (a: FormField, b: FormField) =>
  JSON.stringify({ ...a, shownWhen: null }) === JSON.stringify({ ...b, shownWhen: null });

function checkConditions(id: string, fields: readonly FormField[]): void {
  for (const [at, { name, shownWhen }] of fields.entries()) {
    if (shownWhen === null) continue;
    const decisive = fields.slice(0, at).find((field) => field.name === shownWhen.field);
    if (decisive === undefined)
      throw new Error(
        `${id}: the setting "${name}" is shown by "${shownWhen.field}", which does not stand before it`,
      );
    const possible =
      decisive.kind === 'boolean' ? ['true', 'false'] : decisive.options.map(({ value }) => value);
    const never = shownWhen.oneOf.filter((value) => !possible.includes(value));
    if (never.length > 0)
      throw new Error(
        `${id}: the setting "${name}" is shown by "${shownWhen.field}", which is never ${never.join(' or ')}`,
      );
  }
}

const emptyField = (name: string, meta: FieldMeta): FormField => ({
  name,
  label: meta.label,
  help: meta.help ?? '',
  placeholder: meta.placeholder ?? '',
  kind: 'text',
  required: false,
  secret: meta.secret ?? false,
  options: [],
  default: meta.initial ?? null,
  min: null,
  max: null,
  maxLength: null,
  pattern: null,
  mustBeOn: false,
  shownWhen: meta.shownWhen ?? null,
  sentTo: [meta.sentTo ?? []].flat(),
});

function fieldOf(id: string, name: string, schema: z.core.$ZodType): FormField {
  const meta = metaOf(schema);
  if (meta === undefined) throw new Error(`${id}: wrap the setting "${name}" in field() and give it a label`);
  if (meta.shownWhen !== undefined && !isOptional(schema))
    throw new Error(`${id}: the setting "${name}" is not always shown, so its schema must let it be absent`);
  const core = unwrap(schema);
  return {
    ...emptyField(name, meta),
    kind: meta.kind ?? kindOf(core, meta),
    required: meta.required ?? !isOptional(schema),
    options: optionsOf(core).map((value) => ({ value, label: meta.optionLabels?.[value] ?? value })),
    mustBeOn: core instanceof z.ZodLiteral && core.value === true,
    ...limitsOf(schema, meta),
  };
}

/** What the schema's own JSON Schema says of its values. */
function limitsOf(
  schema: z.core.$ZodType,
  meta: FieldMeta,
): Pick<FormField, 'default' | 'min' | 'max' | 'maxLength' | 'pattern'> {
  const {
    default: first,
    minimum,
    maximum,
    maxLength,
    pattern,
    enum: choices,
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  const isPlain = typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean';
  // Every whole number has these bounds.
  const bound = (value: number | undefined) =>
    value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value;
  return {
    default: isPlain ? first : (meta.initial ?? null),
    min: bound(minimum),
    max: bound(maximum),
    maxLength: maxLength ?? null,
    pattern: choices === undefined ? (pattern ?? null) : null,
  };
}

const isOptional = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;

/** The schema inside `optional`, `default` and a transformation. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
}

function kindOf(core: z.core.$ZodType, meta: FieldMeta): FieldKind {
  if (core instanceof z.ZodNumber) return 'number';
  if (core instanceof z.ZodBoolean || core instanceof z.ZodLiteral) return 'boolean';
  if (core instanceof z.ZodEnum) return 'select';
  if (core instanceof z.ZodRecord) return 'keyvalue';
  if (core instanceof z.ZodArray) return optionsOf(core).length > 0 ? 'multiselect' : 'list';
  return meta.secret === true ? 'password' : 'text';
}

function optionsOf(core: z.core.$ZodType): string[] {
  if (core instanceof z.ZodEnum) return core.options.map(String);
  return core instanceof z.ZodArray ? optionsOf(unwrap(core.element)) : [];
}

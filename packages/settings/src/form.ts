import * as z from 'zod';
import { metaOf, type FieldKind, type FieldMeta } from './field.ts';

/** One input of a form, as the console draws it. */
export interface FormField {
  name: string;
  label: string;
  help: string;
  placeholder: string;
  kind: FieldKind;
  required: boolean;
  secret: boolean;
  options: { value: string; label: string }[];
}

/** The form of a definition, in the order of its settings. Throws when a setting was made without `field()`. */
export function settingsForm(definition: { id: string; settings: z.ZodObject }): FormField[] {
  return Object.entries(definition.settings.shape).map(([name, schema]) => {
    const meta = metaOf(schema);
    if (meta === undefined)
      throw new Error(`${definition.id}: wrap the setting "${name}" in field() and give it a label`);
    const core = unwrap(schema);
    return {
      name,
      label: meta.label,
      help: meta.help ?? '',
      placeholder: meta.placeholder ?? '',
      kind: meta.kind ?? kindOf(core, meta),
      required: !isOptional(schema),
      secret: meta.secret ?? false,
      options: optionsOf(core).map((value) => ({ value, label: meta.optionLabels?.[value] ?? value })),
    };
  });
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
  if (core instanceof z.ZodBoolean) return 'boolean';
  if (core instanceof z.ZodEnum) return 'select';
  if (core instanceof z.ZodRecord) return 'keyvalue';
  if (core instanceof z.ZodArray) return optionsOf(core).length > 0 ? 'multiselect' : 'list';
  return meta.secret === true ? 'password' : 'text';
}

function optionsOf(core: z.core.$ZodType): string[] {
  if (core instanceof z.ZodEnum) return core.options.map(String);
  return core instanceof z.ZodArray ? optionsOf(unwrap(core.element)) : [];
}

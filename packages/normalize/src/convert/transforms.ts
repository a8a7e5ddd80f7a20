import type { LogSchema, SchemaField } from '@margay/schema';
import { valueAt } from './value-at.ts';

type Fields = Record<string, unknown>;

/** An object of the entry and a field of it that is made from other values. */
interface Site {
  target: Fields;
  field: SchemaField;
}

/**
 * Compiles `rename`, `copy`, `concat` and `split`. They run in this order over the whole entry, each seeing what the
 * one before left. The entry given is not changed: objects on the way are copied. Undefined when the schema has none.
 */
export function compileTransforms(schema: LogSchema): ((entry: Fields) => Fields) | undefined {
  if (!schema.fields.some(isTransformed)) return undefined;
  return (entry) => {
    const sites: Site[] = [];
    const root = copyWithRenames(entry, schema.fields, sites);
    for (const { target, field } of sites) {
      if (field.copy !== undefined) target[field.name] = valueAt(root, field.copy);
    }
    for (const { target, field } of sites) {
      if (field.concat !== undefined) target[field.name] = joined(root, field.concat);
    }
    for (const { target, field } of sites) {
      if (field.split !== undefined) target[field.name] = part(root, field.split);
    }
    return root;
  };
}

function isTransformed(field: SchemaField): boolean {
  if (field.rename !== undefined || isMade(field)) return true;
  return fieldsInside(field)?.some(isTransformed) ?? false;
}

function isMade(field: SchemaField): boolean {
  return field.copy !== undefined || field.concat !== undefined || field.split !== undefined;
}

function fieldsInside(field: SchemaField): readonly SchemaField[] | undefined {
  let value = field.value;
  while (value.type === 'array') value = value.element;
  return value.type === 'object' ? value.fields : undefined;
}

function copyWithRenames(source: Fields, fields: readonly SchemaField[], sites: Site[]): Fields {
  const target = { ...source };
  const renamed = fields.filter((field) => field.rename !== undefined && Object.hasOwn(source, field.rename));
  for (const field of renamed) delete target[field.rename!];
  for (const field of renamed) target[field.name] = source[field.rename!];
  for (const field of fields) {
    if (isMade(field)) sites.push({ target, field });
    const inside = fieldsInside(field);
    if (inside === undefined || !Object.hasOwn(target, field.name)) continue;
    if (inside.some(isTransformed)) target[field.name] = copyInside(target[field.name], inside, sites);
  }
  return target;
}

function copyInside(value: unknown, fields: readonly SchemaField[], sites: Site[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyInside(item, fields, sites));
  if (typeof value !== 'object' || value === null) return value;
  return copyWithRenames(value as Fields, fields, sites); // an object of the entry: keys are text
}

function joined(root: Fields, concat: { paths: string[]; separator: string }): string | undefined {
  const parts = concat.paths.map((path) => textAt(root, path)).filter((text) => text !== undefined);
  return parts.length === 0 ? undefined : parts.join(concat.separator);
}

function part(root: Fields, split: { from: string; separator: string; index: number }): string | undefined {
  return textAt(root, split.from)?.split(split.separator)[split.index];
}

/** The text of a scalar; objects and lists have none. */
function textAt(root: Fields, path: string): string | undefined {
  const value = valueAt(root, path);
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  return String(value);
}

import { exactTextOf } from '@margay/kit';
import type { LogSchema, SchemaField } from '@margay/schema';
import { removeUndeclared, sourcesOf } from './masked-sources.ts';
import { valueAt } from './value-at.ts';

type Fields = Record<string, unknown>;

/** What happens at one level of the entry. */
interface Level {
  renames: { from: string; to: string }[];
  /** Fields made by copy, concat or split. */
  made: SchemaField[];
  /** Objects below that have something to do themselves. */
  inside: { name: string; level: Level }[];
}

/** An object of the entry and a field of it that is made from other values. */
interface Site {
  target: Fields;
  field: SchemaField;
}

/**
 * Compiles `rename`, `copy`, `concat` and `split`. They run in this order over the whole entry, each seeing what the
 * one before left; then what masked fields were made of is taken out. The entry given is not changed: objects on the way are copied. Undefined when the schema has none.
 */
export function compileTransforms(schema: LogSchema): ((entry: Fields) => Fields) | undefined {
  const top = levelOf(schema.fields);
  if (top === undefined) return undefined;
  const hidden = hiddenBelow(top);
  return (entry) => {
    const sites: Site[] = [];
    const root = copyWithRenames(entry, top, sites);
    for (const { target, field } of sites) {
      if (field.copy !== undefined) target[field.name] = valueAt(root, field.copy);
    }
    for (const { target, field } of sites) {
      if (field.concat !== undefined) target[field.name] = joined(root, field.concat);
    }
    for (const { target, field } of sites) {
      if (field.split !== undefined) target[field.name] = part(root, field.split);
    }
    for (const path of hidden) removeUndeclared(root, path, schema);
    return root;
  };
}

function levelOf(fields: readonly SchemaField[]): Level | undefined {
  const level: Level = { renames: [], made: [], inside: [] };
  for (const field of fields) {
    if (field.rename !== undefined) level.renames.push({ from: field.rename, to: field.name });
    if (field.copy !== undefined || field.concat !== undefined || field.split !== undefined) {
      level.made.push(field);
    }
    let value = field.value;
    while (value.type === 'array') value = value.element;
    const inside = value.type === 'object' ? levelOf(value.fields) : undefined;
    if (inside !== undefined) level.inside.push({ name: field.name, level: inside });
  }
  const isIdle = level.renames.length + level.made.length + level.inside.length === 0;
  return isIdle ? undefined : level;
}

/** What masked fields are made of. */
function hiddenBelow({ made, inside }: Level): string[] {
  return [...made.flatMap(sourcesOf), ...inside.flatMap(({ level }) => hiddenBelow(level))];
}

function copyWithRenames(source: Fields, level: Level, sites: Site[]): Fields {
  const target = { ...source };
  const present = level.renames.filter(({ from }) => Object.hasOwn(source, from));
  for (const { from } of present) delete target[from];
  for (const { from, to } of present) target[to] = source[from];
  for (const field of level.made) sites.push({ target, field });
  for (const { name, level: below } of level.inside) {
    if (Object.hasOwn(target, name)) target[name] = copyInside(target[name], below, sites);
  }
  return target;
}

function copyInside(value: unknown, level: Level, sites: Site[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyInside(item, level, sites));
  if (typeof value !== 'object' || value === null || exactTextOf(value) !== undefined) return value;
  return copyWithRenames(value as Fields, level, sites); // an object of the entry: keys are text
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
  const numeral = exactTextOf(value);
  if (numeral !== undefined) return numeral;
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  return String(value);
}

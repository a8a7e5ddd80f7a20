import type { LogSchema, SchemaField, ValueSchema } from '@margay/schema';
import { keysAt } from './value-at.ts';

type Fields = Record<string, unknown>;

/** True when a field of the list, or one inside it at any depth, is masked. */
export function hasMask(fields: readonly SchemaField[]): boolean {
  return fields.some(({ mask, value }) => mask !== undefined || hasMask(fieldsIn(value)));
}

/** Paths that a masked field is made of by copy, concat or split. */
export function sourcesOf(field: SchemaField): string[] {
  if (field.mask === undefined) return [];
  return [field.copy, ...(field.concat?.paths ?? []), field.split?.from].filter((path) => path !== undefined);
}

/**
 * Takes the value at the path out of the entry, unless the schema has a field of its own for it: field discovery and
 * fields of type json would keep in clear what the masked field hides. `root` is changed, objects inside it are copied.
 */
export function removeUndeclared(root: Fields, path: string, schema: LogSchema): void {
  const keys = keysAt(root, path);
  if (keys === undefined || isDeclared(schema.fields, keys)) return;
  let target: object = root;
  for (const key of keys.slice(0, -1)) {
    const inner: unknown = Reflect.get(target, key);
    // `keysAt` went this way, so it is an object or a list.
    const copy: object = Array.isArray(inner) ? [...(inner as unknown[])] : { ...(inner as Fields) };
    Reflect.set(target, key, copy);
    target = copy;
  }
  const last = keys.at(-1) ?? '';
  // An element leaves a null, so that the others keep their places.
  if (Array.isArray(target)) Reflect.set(target, last, null);
  else Reflect.deleteProperty(target, last);
}

function isDeclared(fields: readonly SchemaField[], keys: readonly string[]): boolean {
  const [key, ...rest] = keys;
  const field = fields.find(({ name }) => name === key);
  if (field === undefined) return false;
  return isDeclaredIn(field.value, rest);
}

function isDeclaredIn(value: ValueSchema, keys: readonly string[]): boolean {
  if (keys.length === 0) return true;
  if (value.type === 'array') return isDeclaredIn(value.element, keys.slice(1));
  return value.type === 'object' && isDeclared(value.fields, keys);
}

function fieldsIn(value: ValueSchema): readonly SchemaField[] {
  if (value.type === 'array') return fieldsIn(value.element);
  return value.type === 'object' ? value.fields : [];
}

import { exactTextOf } from '@margay/kit';
import { columnNameOf } from '@margay/schema';
import type { SchemaField } from '@margay/schema';
import type { Run } from './run.ts';

const mostKeysOfAnObject = 200;
const mostRememberedNames = 10_000;
const deepest = 60;

/** Where an object stands: the names around it, or undefined inside a list, whose fields are kept but not reported. */
export interface Discover {
  parents: readonly string[] | undefined;
}

/** Copies what the schema does not know from source to target, with safe names. True when there was something. */
export type UnknownKeeper = (
  source: Record<string, unknown>,
  target: Record<string, unknown>,
  run: Run,
) => boolean;

/** For schemas with field discovery: unknown fields are kept in the event. Where a name is taken, an underline is added. */
export function createUnknownKeeper(fields: readonly SchemaField[], discover: Discover): UnknownKeeper {
  const known = new Set(fields.map((field) => field.name));
  const columns = new Set(fields.map((field) => field.column));
  const names = new Map<string, string>();
  return (source, target, run) => {
    let hasSome = false;
    for (const key of Object.keys(source)) {
      if (known.has(key)) continue;
      const value = cleaned(source[key], 0);
      let column = rememberedName(names, key);
      if (value === undefined || isReserved(column)) continue;
      while (columns.has(column) || Object.hasOwn(target, column)) column += '_';
      target[column] = value;
      hasSome = true;
      if (discover.parents !== undefined) run.unknown.push({ parents: discover.parents, key, value });
    }
    return hasSome;
  };
}

/** Standard fields are ours to fill, and `__proto__` would not be a field at all. */
export function isReserved(column: string): boolean {
  return column === '' || column.startsWith('p_') || column.startsWith('P_') || column === '__proto__';
}

function rememberedName(names: Map<string, string>, key: string): string {
  const before = names.get(key);
  if (before !== undefined) return before;
  const column = columnNameOf(key);
  if (names.size < mostRememberedNames) names.set(key, column);
  return column;
}

/** Without null fields and with safe names; an object with very many keys is a map, and stays as it came. */
export function cleaned(value: unknown, depth: number): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || depth > deepest || exactTextOf(value) !== undefined) return value;
  // Elements keep their places.
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1) ?? emptyOf(item));
  const entries = Object.entries(value);
  if (entries.length > mostKeysOfAnObject) return value;
  const target: Record<string, unknown> = {};
  for (const [key, item] of entries) {
    const column = columnNameOf(key);
    const inner = cleaned(item, depth + 1);
    if (inner !== undefined && column !== '' && column !== '__proto__') target[column] = inner;
  }
  return Object.keys(target).length === 0 ? undefined : target;
}

const emptyOf = (item: unknown) => (typeof item === 'object' && item !== null ? {} : null);

import type { FieldValue } from '@margay/query';

/** More fields than anybody types conditions on; the oldest goes first. */
const maxFields = 50;
const giveUpMs = 30_000;

export interface ValueScope {
  databases: readonly string[];
  tables: readonly string[];
}

/** Common values of fields, asked for until they have come. `scope`: the tables that a text names; undefined where it names none. */
export interface FieldValues {
  /** Undefined until they were loaded. */
  known: (field: string, scope: ValueScope | undefined) => readonly FieldValue[] | undefined;
  /** Never rejects; what cannot be read now has no values. */
  load: (field: string, scope: ValueScope | undefined) => Promise<readonly FieldValue[]>;
}

export type ReadFieldValues = (
  field: string,
  scope: ValueScope | undefined,
  signal: AbortSignal,
) => Promise<readonly FieldValue[]>;

export function fieldValues(read: ReadFieldValues): FieldValues {
  const loaded = new Map<string, readonly FieldValue[]>();
  const loading = new Map<string, Promise<readonly FieldValue[]>>();
  const keyOf = (field: string, scope: ValueScope | undefined) =>
    JSON.stringify([field, scope?.databases, scope?.tables]);
  async function fetch(key: string, field: string, scope: ValueScope | undefined) {
    let found: readonly FieldValue[];
    try {
      found = await read(field, scope, AbortSignal.timeout(giveUpMs));
    } catch {
      // Nothing to offer now: the query is written without, or the next key asks again.
      return [];
    } finally {
      loading.delete(key);
    }
    const [oldest] = loaded.keys();
    if (loaded.size >= maxFields && oldest !== undefined) loaded.delete(oldest);
    loaded.set(key, found);
    return found;
  }
  return {
    known: (field, scope) => loaded.get(keyOf(field, scope)),
    load(field, scope) {
      const key = keyOf(field, scope);
      const found = loaded.get(key);
      if (found) return Promise.resolve(found);
      const begun = loading.get(key) ?? fetch(key, field, scope);
      loading.set(key, begun);
      return begun;
    },
  };
}

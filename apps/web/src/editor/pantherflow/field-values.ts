import type { FieldValue } from '@margay/query';

/** More fields than anybody types conditions on; the oldest goes first. */
const maxFields = 50;
const giveUpMs = 30_000;

/** Common values of fields, asked for until they have come. */
export interface FieldValues {
  /** Undefined until they were loaded. */
  known: (field: string) => readonly FieldValue[] | undefined;
  /** Never rejects; what cannot be read now has no values. */
  load: (field: string) => Promise<readonly FieldValue[]>;
}

export type ReadFieldValues = (field: string, signal: AbortSignal) => Promise<readonly FieldValue[]>;

export function fieldValues(read: ReadFieldValues): FieldValues {
  const loaded = new Map<string, readonly FieldValue[]>();
  const loading = new Map<string, Promise<readonly FieldValue[]>>();
  async function fetch(field: string): Promise<readonly FieldValue[]> {
    let found: readonly FieldValue[];
    try {
      found = await read(field, AbortSignal.timeout(giveUpMs));
    } catch {
      // Nothing to offer now: the query is written without, or the next key asks again.
      return [];
    } finally {
      loading.delete(field);
    }
    const [oldest] = loaded.keys();
    if (loaded.size >= maxFields && oldest !== undefined) loaded.delete(oldest);
    loaded.set(field, found);
    return found;
  }
  return {
    known: (field) => loaded.get(field),
    load(field) {
      const found = loaded.get(field);
      if (found) return Promise.resolve(found);
      const begun = loading.get(field) ?? fetch(field);
      loading.set(field, begun);
      return begun;
    },
  };
}

/** Where nobody can be asked. */
export const noFieldValues: FieldValues = fieldValues(() => Promise.resolve([]));

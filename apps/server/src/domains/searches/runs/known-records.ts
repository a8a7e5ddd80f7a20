import type { Store } from '@margay/store';
import type { SearchRecord } from '../store.ts';

/** Records of searches that began here lately and have not changed since: who polls a part need not read them each time. */
export interface KnownRecords {
  find(id: string): SearchRecord | undefined;
  add(record: SearchRecord): void;
  /** Its record changes, or may have: the store has it. */
  forget(id: string): void;
  clear(): void;
}

const kept = 1_000;

/**
 * Only over the embedded store, which no other process has open: over a server another process may end a search at any
 * time, so each look reads it.
 */
export function createKnownRecords({ engine }: Pick<Store, 'engine'>): KnownRecords {
  const records = new Map<string, SearchRecord>();
  return {
    find: (id) => records.get(id),
    add(record) {
      if (engine !== 'pglite') return;
      records.set(record.id, record);
      if (records.size > kept) records.delete(records.keys().next().value ?? '');
    },
    forget: (id) => void records.delete(id),
    clear: () => records.clear(),
  };
}

import type { Store } from '@margay/store';

/** What was taken away counts after so long at most, should the word of it be lost. */
const keptMs = 2_000;
/** More callers than work at the same moment; the next one begins anew. */
const mostKept = 1_000;

export interface KeptAccess<T> {
  /** As the `find` it was made with, asked for each request: what was found is kept until access changes anywhere. */
  find(key: string): Promise<T | undefined>;
  /** For a change that was made in this process, whose word is still on its way. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * Keeps for two seconds who a caller is and what they may do. Each change of roles, people, sessions and tokens is
 * announced by the database on the channel `margay_access`, once it is committed.
 */
export async function keepAccess<T>(
  store: Store,
  find: (key: string) => Promise<T | undefined>,
  now: () => number = () => performance.now(),
): Promise<KeptAccess<T>> {
  const kept = new Map<string, { until: number; found: Promise<T | undefined> }>();
  const forget = () => kept.clear();
  const stopListening = await store.listen('margay_access', forget);
  return {
    forget,
    find(key) {
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.found;
      if (kept.size >= mostKept) forget();
      const found = find(key);
      // What is being read is kept too: a change in the meantime clears it, and who asks after that reads anew.
      const entry = { until: now() + keptMs, found };
      kept.set(key, entry);
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      found.then((access) => {
        if (access === undefined) drop();
      }, drop);
      return found;
    },
    close: stopListening,
  };
}

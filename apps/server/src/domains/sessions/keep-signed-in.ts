import type { Store } from '@margay/store';
import { findSignedIn, type SignedIn } from './signed-in.ts';

/** What was taken away counts after so long at most, should the word of it be lost. */
const keptMs = 2_000;
/** More sessions than people who work at the same moment; the next one begins anew. */
const mostKept = 1_000;

export interface KeptSignedIn {
  /** As `findSignedIn`, asked for each request: what was found is kept until access changes anywhere. */
  find(sessionId: string, userId: string): Promise<SignedIn | undefined>;
  /** For a change that was made in this process, whose word is still on its way. */
  forget(): void;
  close(): Promise<void>;
}

/** Each change of roles, users and sessions is announced by the database, once it is committed. */
export async function keepSignedIn(
  store: Store,
  now: () => number = () => performance.now(),
): Promise<KeptSignedIn> {
  const kept = new Map<string, { until: number; found: Promise<SignedIn | undefined> }>();
  const forget = () => kept.clear();
  const stopListening = await store.listen('margay_access', forget);
  return {
    forget,
    find(sessionId, userId) {
      const key = JSON.stringify([sessionId, userId]);
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.found;
      if (kept.size >= mostKept) forget();
      const found = findSignedIn(store, sessionId, userId);
      // What is being read is kept too: a change in the meantime clears it, and who asks after that reads anew.
      const entry = { until: now() + keptMs, found };
      kept.set(key, entry);
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      found.then((signedIn) => {
        if (signedIn === undefined) drop();
      }, drop);
      return found;
    },
    close: stopListening,
  };
}

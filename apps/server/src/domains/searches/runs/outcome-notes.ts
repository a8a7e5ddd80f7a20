/** Writes about searches that nobody waits for, kept in order, so that who reads next sees them. */
export interface OutcomeNotes {
  /**
   * Writes once what was to be written about the same search before is written, and no sooner than `restMs` from now
   * (usually 50 ms) unless somebody asks. Never throws.
   */
  add(searchId: string, write: () => Promise<void>, restMs?: number): Promise<void>;
  /** What rests of this search for longer than usual need not any more. */
  hurry(searchId: string): void;
  /** Until all of one search, or of every search, is written; begins what rests. */
  settled(searchId?: string): Promise<void>;
}

/** The answer goes out first: on the embedded store a write takes the time of the thread that answers. */
const usualRestMs = 50;

interface Rest {
  end(): void;
  timer: ReturnType<typeof setTimeout>;
}

/** The history is a courtesy to people: a search must not fail because it could not be written, only `onFault` hears of it. */
export function createOutcomeNotes(onFault: (searchId: string, error: unknown) => void): OutcomeNotes {
  const pending = new Map<string, Promise<void>>();
  const resting = new Map<string, Rest>();

  function rest(searchId: string, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      clearTimeout(resting.get(searchId)?.timer);
      resting.delete(searchId);
      resolve();
    };
    resting.set(searchId, { end, timer: setTimeout(end, ms) });
    return promise;
  }

  return {
    add(searchId, write, restMs = usualRestMs) {
      const written = (pending.get(searchId) ?? rest(searchId, restMs))
        .then(write)
        .catch((error: unknown) => onFault(searchId, error))
        .finally(() => {
          if (pending.get(searchId) === written) pending.delete(searchId);
        });
      pending.set(searchId, written);
      return written;
    },
    hurry(searchId) {
      const one = resting.get(searchId);
      if (!one) return;
      clearTimeout(one.timer);
      one.timer = setTimeout(one.end, usualRestMs);
    },
    async settled(searchId) {
      const some = searchId === undefined ? [...resting.values()] : [resting.get(searchId)];
      for (const one of some) one?.end();
      await (searchId === undefined ? Promise.all(pending.values()) : pending.get(searchId));
    },
  };
}

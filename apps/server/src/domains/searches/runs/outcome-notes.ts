/** Writes about searches that nobody waits for, kept in order, so that who reads next sees them. */
export interface OutcomeNotes {
  /** Writes once what was to be written about the same search before is written. Never throws. */
  add(searchId: string, write: () => Promise<void>): Promise<void>;
  /** Until all of one search, or of every search, is written. */
  settled(searchId?: string): Promise<void>;
}

/** The history is a courtesy to people: a search must not fail because it could not be written, only `onFault` hears of it. */
export function createOutcomeNotes(onFault: (searchId: string, error: unknown) => void): OutcomeNotes {
  const pending = new Map<string, Promise<void>>();
  return {
    add(searchId, write) {
      const written = (pending.get(searchId) ?? Promise.resolve())
        .then(write)
        .catch((error: unknown) => onFault(searchId, error))
        .finally(() => {
          if (pending.get(searchId) === written) pending.delete(searchId);
        });
      pending.set(searchId, written);
      return written;
    },
    async settled(searchId) {
      await (searchId === undefined ? Promise.all(pending.values()) : pending.get(searchId));
    },
  };
}

import type { Store } from '@margay/store';
import { addOutcome, insertSearch, type RunOutcome, type StartedRecord } from '../store.ts';
import type { OutcomeNotes } from './outcome-notes.ts';

/** A query that takes longer is in the history while it runs. */
const runningAfterMs = 1_000;

/**
 * Puts a query into the history that has no other way to be found, since nobody hears its id: once, with its outcome, when
 * it is over, or first as one that runs where somebody looks at the history or it takes longer than a second. Gives what
 * is to be called with the outcome.
 */
export function rememberRun(
  record: StartedRecord,
  { store, notes }: { store: Store; notes: OutcomeNotes },
): (outcome: RunOutcome) => void {
  const { id } = record;
  let ended: RunOutcome | undefined;
  let isThere = false;
  const write = async () => {
    isThere = true;
    const { text, params } = insertSearch(record, ended);
    await store.query(text, params);
  };
  void notes.add(id, write, runningAfterMs);
  return (outcome) => {
    ended = outcome;
    if (isThere) void notes.add(id, () => addOutcome(store, id, outcome));
    else notes.hurry(id);
  };
}

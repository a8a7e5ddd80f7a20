import type { PausedRule } from '@margay/detect';
import type { PythonRule } from '@margay/model';
import type { Store } from '@margay/store';
import { beginQuarantine, listQuarantines, moveQuarantines } from './store.ts';

export interface FollowDeps {
  store: Store;
  /** This process, as `quarantines.owner` names it. */
  owner: string;
  paused(): PausedRule[];
  /** What runs now; undefined while nothing is loaded. */
  rules(): readonly PythonRule[] | undefined;
  clock: () => Date;
}

/**
 * Brings what is written down to what the engine does: quarantines that began, and those that ended without a person's
 * word, because their time was over, the text was changed or the process went. Gives true when there is something to
 * catch up with.
 */
export async function followEngine(deps: FollowDeps): Promise<boolean> {
  const { store, owner } = deps;
  const paused = deps.paused();
  const isPaused = (detectionId: string, since: Date) =>
    paused.some((pause) => pause.ruleId === detectionId && pause.since === since.getTime());
  for (const pause of paused) await beginQuarantine(store, pause, owner);
  const now = deps.clock();
  const open = await listQuarantines(store, { states: ['QUARANTINED', 'CATCHING_UP', 'FAILED'] });
  let isWork = open.some(({ state }) => state === 'CATCHING_UP');
  for (const { state, detectionId, since, until, triedVersionId, ...record } of open) {
    // Another process's engine is not seen from here; its pause ends by its time at the latest.
    const isOurs = record.owner === owner || until <= now || store.engine === 'pglite';
    const hasEnded = state === 'QUARANTINED' && isOurs && !isPaused(detectionId, since);
    const present = deps.rules()?.find(({ id }) => id === detectionId)?.versionId;
    const isMended = state === 'FAILED' && present !== undefined && present !== triedVersionId;
    if (!hasEnded && !isMended) continue;
    await store.transaction((tx) =>
      moveQuarantines(tx, { detectionId, since, from: [state] }, 'CATCHING_UP', now),
    );
    isWork = true;
  }
  return isWork;
}

import { MargayError } from '@margay/kit';
import { inLane, type Lake } from '@margay/lake';
import type { PythonRule } from '@margay/model';
import {
  compareAlerts,
  type EnginePool,
  isCancelledReplay,
  type ReplayOutcome,
  replayRule,
  type ReplayScope,
} from '@margay/replay';
import { replayContent, type ContentDeps } from './content.ts';
import type { LivePhase, LiveWork } from './live-runs.ts';

export interface LiveDeps extends ContentDeps {
  lake: Pick<Lake, 'query' | 'layout' | 'statistics'>;
  pool: EnginePool;
}

/**
 * Replays a changed text, and the saved rule over the same events. One after the other, each in an interpreter and a
 * cache of its own: what one keeps in memory must not reach the other.
 */
export function liveReplayWork(
  deps: LiveDeps,
  changed: PythonRule,
  saved: PythonRule | undefined,
  scope: ReplayScope,
  actorId: string,
): LiveWork {
  return async (signal, tell) => {
    const replay = async (rule: PythonRule, phase: LivePhase): Promise<ReplayOutcome> => {
      const content = await replayContent(deps, rule, scope.logTypes);
      return deps.pool.use(actorId, signal, (engine) =>
        replayRule(content, scope, {
          engine,
          lake: inLane(deps.lake, { pool: 'scheduled', owner: actorId }),
          signal,
          onProgress: (counts) => tell({ phase, counts }),
        }),
      );
    };
    const outcome = await replay(changed, 'CHANGED');
    if (saved === undefined)
      return { changed: outcome, saved: null, comparison: null, note: 'The rule is not saved yet.' };
    try {
      const before = await replay(saved, 'SAVED');
      const comparison = compareAlerts(outcome.alerts, before.alerts);
      return { changed: outcome, saved: before, comparison, note: null };
    } catch (error) {
      // A saved rule that does not load, or hangs, is often the reason for the change.
      if (isCancelledReplay(error) || !(error instanceof MargayError) || error.kind === 'internal')
        throw error;
      return {
        changed: outcome,
        saved: null,
        comparison: null,
        note: `The saved version could not be replayed: ${error.message}`,
      };
    }
  };
}

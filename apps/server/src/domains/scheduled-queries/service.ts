import { conflict, invalidInput, newId, notFound } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { assertMayModify, type DetectionsService, nextTime } from '../detections/index.ts';
import type { RunRecord, RunState } from './record.ts';
import { reasonNotToRun, scheduledQueryOf, type QueryRecord } from './runnable.ts';
import { findOpenManualRun, insertManualRun, listRuns, sweepRuns, type RunPosition } from './run-store.ts';

export interface ScheduledQueriesService {
  /** Runs a scheduled query now, enabled or not, and lets its rules judge the rows. Returns the run's id. */
  runNow(actor: Actor, queryId: string): Promise<string>;
  runs(queryId: string, request: RunsRequest): Promise<RunRecord[]>;
  /** Null where the clock leaves it alone. */
  nextRunAt(query: QueryRecord): Date | null;
  /** Why the clock leaves it alone although it has a schedule and is enabled; null when it does not. */
  notRunReason(query: QueryRecord): string | null;
  /** Forgets runs older than 30 days. */
  sweep(): Promise<void>;
}

export interface RunsRequest {
  states?: readonly RunState[];
  after?: RunPosition;
  limit: number;
}

const keptMs = 30 * 24 * 3_600_000;

export function createScheduledQueriesService(deps: {
  store: Store;
  detections: Pick<DetectionsService, 'find' | 'assertMayTouchStored'>;
  audit: AuditLog;
  clock: () => Date;
  /** Called once a run waits. */
  wake(): void;
}): ScheduledQueriesService {
  const { store, clock } = deps;
  return {
    async runNow(actor, queryId) {
      const record = await deps.detections.find(queryId, ['SAVED_QUERY']);
      if (record === undefined) throw notFound(`There is no saved query ${queryId.slice(0, 200)}.`);
      // Its alerts go to everybody, so reading is not enough.
      assertMayModify(actor, record);
      await deps.detections.assertMayTouchStored(actor, 'run', queryId);
      const query = scheduledQueryOf(record);
      if (query === undefined) {
        throw invalidInput(`The saved query ${queryId} has no schedule. Run it as a search, or give it one.`);
      }
      const reason = reasonNotToRun(query);
      if (reason !== undefined) throw invalidInput(reason);
      const id = newId();
      await store.transaction(async (tx) => {
        if ((await findOpenManualRun(tx, queryId)) !== undefined) {
          throw conflict(
            `The scheduled query ${queryId} runs already because somebody asked for it. Wait for its end.`,
          );
        }
        await insertManualRun(tx, { id, queryId, at: clock() });
        await deps.audit.record(
          { action: 'RUN_SAVED_DATA_LAKE_QUERY', actor, params: { input: { id: queryId, runId: id } } },
          tx,
        );
      });
      deps.wake();
      return id;
    },
    runs: (queryId, request) => listRuns(store, { queryId, ...request }),
    nextRunAt(record) {
      const query = scheduledQueryOf(record);
      if (!query?.enabled || reasonNotToRun(query) !== undefined) return null;
      return nextTime(query.schedule, clock()) ?? null;
    },
    notRunReason(record) {
      const query = scheduledQueryOf(record);
      return query?.enabled ? (reasonNotToRun(query) ?? null) : null;
    },
    sweep: () => sweepRuns(store, new Date(clock().getTime() - keptMs)),
  };
}

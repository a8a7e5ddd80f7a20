import type { JobDefinition } from '@margay/jobs';
import { messageOf } from '@margay/kit';
import type { AuditLog } from '../audit-log/index.ts';
import type { DetectionsService } from '../detections/index.ts';
import { rowLimits } from './ask-rows.ts';
import type { ExecuteDeps } from './execute-run.ts';
import { runSweepJob, scheduledQueriesJob } from './jobs.ts';
import { planRuns } from './plan-runs.ts';
import { createRunner } from './runner.ts';
import { createScheduledQueriesService, type ScheduledQueriesService } from './service.ts';

/** What other domains may use. */
export { judgedRowOf } from './row-events.ts';

export interface ScheduledQueriesDomain {
  service: ScheduledQueriesService;
  jobDefinitions: JobDefinition<never>[];
  /** Catches up with what was missed; from then on this process runs what is due. */
  start(): Promise<void>;
  /** Writes down what is due and begins with it. */
  tick(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

export type ScheduledQueriesDeps = Omit<ExecuteDeps, 'limits' | 'timeoutMinuteMs' | 'detections'> &
  Partial<Pick<ExecuteDeps, 'limits' | 'timeoutMinuteMs'>> & {
    detections: DetectionsService;
    audit: AuditLog;
  };

/** Puts the domain together: the clock, what runs the queries and lets rules judge their rows, what people see. */
export function createScheduledQueries(deps: ScheduledQueriesDeps): ScheduledQueriesDomain {
  const { store, detections, audit, clock, logger } = deps;
  const runner = createRunner({ limits: rowLimits, timeoutMinuteMs: 60_000, ...deps });
  let isStarted = false;

  async function tick(): Promise<void> {
    if (!isStarted) return;
    await planRuns({ store, detections, clock, logger });
    await runner.wake();
  }

  const service = createScheduledQueriesService({
    store,
    detections,
    audit,
    clock,
    wake: () => void (isStarted && runner.wake()),
  });
  // At once and not with the next beat: a query that was enabled must not miss a time until then.
  detections.onChange(async () => {
    await planRuns({ store, detections, clock, logger }).catch((error: unknown) =>
      logger.error({ error: messageOf(error) }, 'runs of scheduled queries could not be planned'),
    );
  });
  return {
    service,
    jobDefinitions: [scheduledQueriesJob(tick), runSweepJob(service)],
    async start() {
      await runner.recover();
      isStarted = true;
      await tick();
    },
    tick,
    idle: runner.idle,
    close: runner.close,
  };
}

import type { DetectEngine, DetectEngineOptions, HostCalls } from '@margay/detect';
import type { JobDefinition, Jobs } from '@margay/jobs';
import { newId, type Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { createEnginePool, mostTimeouts } from '@margay/replay';
import type { Store } from '@margay/store';
import type { AlertWriter, SignalFeed } from '../../findings/index.ts';
import type { CommitDeps } from '../../pipeline/commit-part.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DetectionsService } from '../detections/index.ts';
import type { LookupTablesService } from '../lookup-tables/index.ts';
import type { SchemasService } from '../schemas/index.ts';
import { catchUpJob } from './catch-up/jobs.ts';
import { createCatchUpRunner, type CatchUpRunner } from './catch-up/runner.ts';
import { insertPassed } from './catch-up/store.ts';
import { createProfilerService, type ProfilerService } from './service.ts';

/** Keeps for later which events passed a quarantined detection. */
export interface PassedEventsKeeper {
  /** Within the transaction in which the pipeline finishes the part that they are of. */
  record: CommitDeps['recordPassed'];
}

export interface ProfilerDomain {
  service: ProfilerService;
  runner: CatchUpRunner;
  /** What the pipeline calls for events that passed a quarantined detection. */
  recordPassed: CommitDeps['recordPassed'];
  jobDefinitions: JobDefinition<never>[];
  close(): Promise<void>;
}

export interface ProfilerDeps {
  store: Store;
  lake: Lake;
  jobs: Pick<Jobs, 'send'>;
  /** Of the live stream. */
  engine: DetectEngine;
  detections: DetectionsService;
  schemas: SchemasService;
  lookupTables: Pick<LookupTablesService, 'enrichment'>;
  alertWriter: AlertWriter;
  signals: SignalFeed;
  audit: AuditLog;
  clock: () => Date;
  logger: Logger;
  retentionDays: number;
  /** Of the engine that catches up: what rules ask for is the same as on the live stream, the process is not. */
  catchUpEngine: DetectEngineOptions & { hostCalls: HostCalls };
}

/** A week, as a replay looks back by default: an alert about older events comes too late, and a replay shows them. */
const longestDays = 7;
const dayMs = 86_400_000;

/** Puts the domain together: what detections cost, which are set aside, and what is judged of what passed them. */
export async function createProfiler(deps: ProfilerDeps): Promise<ProfilerDomain> {
  const { jobs } = deps;
  const owner = newId();
  const catchUpDays = Math.min(longestDays, deps.retentionDays);
  const { hostCalls, ...engine } = deps.catchUpEngine;
  const pool = createEnginePool({
    // Slow is not wrong: only events the rule hangs on are errors, however many events share a page.
    engine: {
      ...engine,
      deadlines: { ...engine.deadlines, capMs: 3_600_000, timeoutsToPause: mostTimeouts },
    },
    hostCalls,
    mostEngines: 1,
  });
  const runner = createCatchUpRunner({ ...deps, pool, longestMs: catchUpDays * dayMs });
  const job = catchUpJob(() => runner);
  await runner.recover();
  return {
    service: createProfilerService({
      ...deps,
      owner,
      catchUpDays,
      async wake() {
        await jobs.send(job, {});
      },
      stopCatchUp: (id) => runner.stop(id),
    }),
    runner,
    recordPassed: (tx, passed) => insertPassed(tx, passed, owner),
    jobDefinitions: [job],
    async close() {
      await runner.close();
      await pool.close();
    },
  };
}

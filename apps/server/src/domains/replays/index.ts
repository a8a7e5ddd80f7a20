import type { DetectEngine, DetectEngineOptions } from '@margay/detect';
import type { JobDefinition, Jobs } from '@margay/jobs';
import type { Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { createEnginePool, mostTimeouts } from '@margay/replay';
import type { Store } from '@margay/store';
import type { AlertsService } from '../alerts/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DestinationsService } from '../destinations/index.ts';
import type { DetectionsService } from '../detections/index.ts';
import type { LookupTablesService } from '../lookup-tables/index.ts';
import type { SchemasService } from '../schemas/index.ts';
import { createExplainService, type ExplainService } from './explain/service.ts';
import { replayJob } from './jobs.ts';
import { createLiveRuns } from './live-runs.ts';
import { createReplayRunner, type ReplayRunner } from './runner.ts';
import { createReplaysService, type ReplaysService } from './service.ts';

export interface ReplaysDomain {
  service: ReplaysService;
  explain: ExplainService;
  runner: ReplayRunner;
  jobDefinitions: JobDefinition<never>[];
  close(): Promise<void>;
}

/** Puts the domain together: engines of its own, replays that live in memory, and those that are kept. */
export async function createReplays(deps: {
  store: Store;
  lake: Lake;
  jobs: Jobs;
  audit: AuditLog;
  alerts: AlertsService;
  destinations: DestinationsService;
  detections: DetectionsService;
  schemas: SchemasService;
  lookupTables: Pick<LookupTablesService, 'enrichment' | 'find'>;
  clock: () => Date;
  logger: Logger;
  /** Of the engine that judges live events. */
  candidates: DetectEngine['candidates'];
  /** Memory and start-up snapshot as for live events; workers, cache and network are not shared. */
  engine: Pick<DetectEngineOptions, 'memoryLimitBytes' | 'cacheDir' | 'logger'>;
}): Promise<ReplaysDomain> {
  const { jobs, logger, lookupTables } = deps;
  const pool = createEnginePool({
    lookup: async (table, key) => lookupTables.find(table, key),
    engine: {
      ...deps.engine,
      // Slow is not wrong: only events the rule hangs on are errors, however many events share a page.
      deadlines: { capMs: 3_600_000, timeoutsToPause: mostTimeouts },
    },
  });
  const liveRuns = createLiveRuns({ logger });
  const runner = createReplayRunner({ ...deps, pool });
  const job = replayJob(() => runner);
  const service = createReplaysService({
    ...deps,
    pool,
    liveRuns,
    async wake() {
      await jobs.send(job, {});
    },
    stopRunning: (id) => runner.stop(id),
  });
  return {
    service,
    explain: createExplainService({ ...deps, pool }),
    runner,
    jobDefinitions: [job],
    async close() {
      liveRuns.close();
      await runner.close();
      await pool.close();
    },
  };
}

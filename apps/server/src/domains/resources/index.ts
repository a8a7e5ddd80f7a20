import type { DetectEngine } from '@margay/detect';
import type { JobDefinition, Jobs } from '@margay/jobs';
import type { Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import type { Store } from '@margay/store';
import type { AlertWriter, SignalFeed } from '../../findings/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DetectionsService } from '../detections/index.ts';
import { judgeJob } from './jobs.ts';
import type { JudgeDeps } from './judge.ts';
import { createResourcesService, type ResourcesService } from './service.ts';

export interface ResourcesDomain {
  service: ResourcesService;
  jobDefinitions: JobDefinition<never>[];
}

/** Puts the domain together: the inventory, and the job in which policies judge it. */
export async function createResources(deps: {
  store: Store;
  jobs: Jobs;
  engine: Pick<DetectEngine, 'evaluate'>;
  detections: DetectionsService;
  alertWriter: AlertWriter;
  lake: Lake;
  signals: SignalFeed;
  audit: AuditLog;
  clock: () => Date;
  logger: Logger;
}): Promise<ResourcesDomain> {
  const { jobs, ...rest } = deps;
  const judge = judgeJob((): JudgeDeps => rest);
  const service = createResourcesService({
    ...rest,
    async wakeJudge(within) {
      await jobs.send(judge, {}, { within });
    },
  });
  deps.detections.onChange(async () => {
    await jobs.send(judge, {});
  });
  // Outside of any transaction: it makes the queue, which a send within a transaction of the embedded engine could
  // not, and looks at once for what is due since before a restart.
  await jobs.send(judge, {});
  return { service, jobDefinitions: [judge] };
}

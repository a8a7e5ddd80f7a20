import type { LogTypeAccess } from '@margay/auth';
import type { JobDefinition, Jobs } from '@margay/jobs';
import type { Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import type { Catalog } from '@margay/model';
import type { ObjectStore } from '@margay/objects';
import type { Store } from '@margay/store';
import type { AuditLog } from '../../audit-log/index.ts';
import type { NotificationsService } from '../../notifications/index.ts';
import { csvJob, csvSweepJob } from './jobs.ts';
import { createLinkSigner } from './link.ts';
import { createCsvRunner, type CsvLimits } from './runner.ts';
import { createCsvService, type CsvService } from './service.ts';

export interface CsvDomain {
  service: CsvService;
  jobDefinitions: JobDefinition<never>[];
  close(): Promise<void>;
}

/** Puts the files of whole searches together: who orders them, who writes them, who fetches them. */
export async function createCsv(deps: {
  store: Store;
  lake: Lake;
  jobs: Pick<Jobs, 'send'>;
  audit: AuditLog;
  notifications: NotificationsService;
  /** Signs the links. */
  key: Uint8Array;
  objects: ObjectStore;
  catalogOf(access: LogTypeAccess): Catalog;
  clock: () => Date;
  logger: Logger;
  limits?: CsvLimits;
}): Promise<CsvDomain> {
  const links = createLinkSigner(deps.key);
  const runner = createCsvRunner({ ...deps, links });
  const job = csvJob(() => runner);
  await runner.recover();
  return {
    service: createCsvService({
      ...deps,
      links,
      async wake() {
        await deps.jobs.send(job, {});
      },
    }),
    jobDefinitions: [job, csvSweepJob(() => runner)],
    close: () => runner.close(),
  };
}

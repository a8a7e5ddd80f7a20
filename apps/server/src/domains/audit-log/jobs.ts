import { defineJob, type JobDefinition } from '@margay/jobs';
import type { Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import type { ChainCodes } from './chain.ts';
import { cutLog } from './cut-log.ts';
import type { AuditReader } from './reader.ts';

const dayMs = 24 * 3_600_000;

/** Every night: drops what is too old, then looks at all the rest. */
export function auditLogJob(deps: {
  store: Store;
  codes: ChainCodes;
  reader: Pick<AuditReader, 'verify'>;
  retentionDays: number;
  clock: () => Date;
  logger: Logger;
}): JobDefinition<Record<string, never>> {
  const { clock, logger } = deps;
  return defineJob({
    name: 'audit-log',
    cron: '41 2 * * *',
    timeoutSeconds: 3_600,
    async handle() {
      const before = new Date(clock().getTime() - deps.retentionDays * dayMs);
      const dropped = await cutLog(deps, before);
      if (dropped > 0) logger.info({ dropped, before }, 'old entries dropped from the audit log');
      const { fault } = await deps.reader.verify(null);
      if (fault !== null) logger.error({ ...fault }, 'the audit log is not as it was written');
    },
  });
}

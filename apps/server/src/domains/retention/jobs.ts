import { defineJob, type JobDefinition } from '@margay/jobs';
import type { Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import type { LakeDatabase } from '@margay/model';
import type { Sql } from '@margay/store';

const dayMs = 24 * 3_600_000;
/** Failures and audits of processing are for mending, not for keeping. */
const monitorDays = 30;
const balanceDays = 30;

/** Every night: removes whole days from the lake, and minute figures from the state store. */
export function retentionJob(deps: {
  lake: Lake;
  sql: Sql;
  retentionDays: number;
  clock: () => Date;
  logger: Logger;
}): JobDefinition<Record<string, never>> {
  const daysOf: [LakeDatabase, number][] = [
    ['panther_logs', deps.retentionDays],
    ['panther_rule_matches', deps.retentionDays],
    ['panther_signals', deps.retentionDays],
    ['panther_rule_errors', deps.retentionDays],
    ['panther_monitor', monitorDays],
  ];
  return defineJob({
    name: 'retention',
    cron: '17 2 * * *',
    async handle() {
      const now = deps.clock().getTime();
      for (const [database, days] of daysOf) {
        const day = new Date(now - days * dayMs).toISOString().slice(0, 10);
        const removed = await deps.lake.dropPartitionsBefore(database, day);
        if (removed > 0) deps.logger.info({ database, day, removed }, 'old days removed from the lake');
      }
      const oldest = new Date(now - balanceDays * dayMs);
      await deps.sql.query('delete from event_balance where minute < $1', [oldest]);
      await deps.sql.query('delete from log_type_volume where hour < $1', [oldest]);
      await deps.sql.query('delete from detection_statistics where hour < $1', [oldest]);
      await deps.sql.query('delete from detection_cache where expires_at < now()');
    },
  });
}

import { defineJob, type JobDefinition } from '@margay/jobs';
import type { Logger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import type { LakeDatabase } from '@margay/model';
import type { Sql } from '@margay/store';

export const dayMs = 24 * 3_600_000;
/** Failures and audits of processing are for mending, not for keeping. */
const monitorDays = 30;
const balanceDays = 30;

/** Whole days of arrival, so that what arrived together goes together. */
export function endOfRetention(now: number, days: number): Date {
  return new Date(Math.floor((now - days * dayMs) / dayMs) * dayMs);
}

/** Every night: removes from the lake what arrived too long ago, and minute figures from the state store. */
export function retentionJob(deps: {
  lake: Lake;
  sql: Sql;
  /** As they are when the job runs. */
  retentionDays: () => Promise<number>;
  clock: () => Date;
  logger: Logger;
}): JobDefinition<Record<string, never>> {
  const daysOf = (kept: number): [LakeDatabase, number][] => [
    ['panther_logs', kept],
    ['panther_rule_matches', kept],
    ['panther_signals', kept],
    ['panther_rule_errors', kept],
    ['panther_monitor', monitorDays],
  ];
  return defineJob({
    name: 'retention',
    cron: '17 2 * * *',
    async handle() {
      const now = deps.clock().getTime();
      for (const [database, days] of daysOf(await deps.retentionDays())) {
        const before = endOfRetention(now, days);
        const removed = await deps.lake.removeArrivedBefore(database, before);
        if (removed.rows > 0)
          deps.logger.info({ database, before, ...removed }, 'expired rows removed from the lake');
      }
      const oldest = new Date(now - balanceDays * dayMs);
      await deps.sql.query('delete from event_balance where minute < $1', [oldest]);
      await deps.sql.query('delete from log_type_volume where hour < $1', [oldest]);
      await deps.sql.query('delete from detection_statistics where hour < $1', [oldest]);
      await deps.sql.query('delete from detection_cache where expires_at < now()');
    },
  });
}

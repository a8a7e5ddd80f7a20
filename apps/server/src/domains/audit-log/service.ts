import { newId, type Logger } from '@margay/kit';
import type { Sql } from '@margay/store';
import type { Actor } from '../../api/actor.ts';

export interface AuditEntry {
  /** For instance `UPDATE_ALERT_STATUS`; detections match on these names. */
  action: string;
  actor: Actor | null;
  /** What was asked for. Never secrets. */
  params?: Record<string, unknown>;
  result?: 'SUCCEEDED' | 'FAILED' | 'PARTIALLY_FAILED';
  sourceIp?: string;
  userAgent?: string;
}

export interface AuditLog {
  /** Writes one entry; inside a transaction when one is given. */
  record(entry: AuditEntry, within?: Sql): Promise<void>;
}

export function createAuditLog({ sql, logger }: { sql: Sql; logger: Logger }): AuditLog {
  return {
    async record(entry, within = sql) {
      await within.query(
        `insert into audit_log (id, action, result, actor_id, actor_name, actor_kind, params, source_ip, user_agent)
         values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)`,
        [
          newId(),
          entry.action,
          entry.result ?? 'SUCCEEDED',
          entry.actor?.id ?? null,
          entry.actor?.name ?? null,
          entry.actor?.kind ?? 'anonymous',
          JSON.stringify(entry.params ?? {}),
          entry.sourceIp ?? null,
          entry.userAgent ?? null,
        ],
      );
      logger.debug({ action: entry.action }, 'audit entry written');
    },
  };
}

import { newId, type Logger } from '@margay/kit';
import type { Sql, Statement } from '@margay/store';
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
  /** Writes one entry and carries out an `insert`, `update` or `delete` in one statement: both or neither. */
  recordWith(entry: AuditEntry, change: Statement): Promise<void>;
}

export function createAuditLog({ sql, logger }: { sql: Sql; logger: Logger }): AuditLog {
  const written = ({ action }: AuditEntry) => logger.debug({ action }, 'audit entry written');
  return {
    async record(entry, within = sql) {
      const { text, params } = entryStatement(entry);
      await within.query(text, params);
      written(entry);
    },
    async recordWith(entry, change) {
      const { text, params } = entryStatement(entry, change.params.length);
      await sql.query(`with change as (${change.text}) ${text}`, [...change.params, ...params]);
      written(entry);
    },
  };
}

/** `before`: how many parameters of the whole statement come first. */
function entryStatement(entry: AuditEntry, before = 0): Statement {
  const at = (place: number) => `$${before + place}`;
  return {
    text: `insert into audit_log (id, action, result, actor_id, actor_name, actor_kind, params, source_ip, user_agent)
         values (${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)}, ${at(7)}::jsonb, ${at(8)}, ${at(9)})`,
    params: [
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
  };
}

import { newId, type Logger } from '@margay/kit';
import { storableJson, storableText, type Sql, type Statement } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { version } from '../../version.ts';
import { currentCaller, noteEntry } from '../../api/request-trace.ts';
import type { ChainCodes } from './chain.ts';
import type { AuditResult, StoredEntry } from './entry.ts';

/** Address and program of the caller are not named: they are those of the request at work. */
export interface AuditEntry {
  /** For instance `UPDATE_ALERT_STATUS`; detections match on these names. */
  action: string;
  actor: Actor | null;
  /** What was asked for, `before` and `after` of a change. Never secrets. */
  params?: Record<string, unknown>;
  result?: AuditResult;
  /** Why it failed. */
  errors?: readonly string[];
}

export interface AuditLog {
  /** Writes one entry; inside a transaction when one is given. */
  record(entry: AuditEntry, within?: Sql): Promise<void>;
  /** The same for a read, but once a minute for each actor and what they read: screens ask again and again. */
  recordRead(entry: AuditEntry): Promise<void>;
  /** Writes one entry and carries out an `insert`, `update` or `delete` in one statement: both or neither. */
  recordWith(entry: AuditEntry, change: Statement): Promise<void>;
}

export function createAuditLog(deps: {
  sql: Sql;
  logger: Logger;
  codes: Pick<ChainCodes, 'entry'>;
  clock: () => Date;
}): AuditLog {
  const { sql, logger, codes, clock } = deps;
  const written = ({ action, result }: StoredEntry) => {
    noteEntry({ action, result });
    logger.debug({ action }, 'audit entry written');
  };
  let last = 0;
  /** Entries of one process are a millisecond apart at least, so that their order can be read off their ids. */
  function nextMoment(): Date {
    const now = clock().getTime();
    last = now <= last && last - now < 1_000 ? last + 1 : now;
    return new Date(last);
  }
  const stored = (entry: AuditEntry) => storedEntry(entry, nextMoment());
  async function record(entry: AuditEntry, within = sql): Promise<void> {
    const kept = stored(entry);
    const { text, params } = entryStatement(kept, codes.entry(kept));
    await within.query(text, params);
    written(kept);
  }
  const isNews = createReadMemory(clock);
  return {
    record,
    async recordRead(entry) {
      if (isNews(entry)) await record(entry);
    },
    async recordWith(entry, change) {
      const kept = stored(entry);
      const { text, params } = entryStatement(kept, codes.entry(kept), change.params.length);
      await sql.query(`with change as (${change.text}) ${text}`, [...change.params, ...params]);
      written(kept);
    },
  };
}

const readMs = 60_000;
const mostReads = 10_000;

/** Knows what was read within the last minute, and by whom. */
function createReadMemory(clock: () => Date): (entry: AuditEntry) => boolean {
  const reads = new Map<string, number>();
  return ({ action, actor, params, result }) => {
    const key = JSON.stringify([action, result, actor?.id, currentCaller()?.ip, params]);
    const now = clock().getTime();
    if (now - (reads.get(key) ?? Number.NEGATIVE_INFINITY) < readMs) return false;
    if (reads.size >= mostReads) reads.clear();
    reads.set(key, now);
    return true;
  };
}

/** As the store gives it back, so that its code is still right then. */
function storedEntry({ action, actor, params, result, errors }: AuditEntry, createdAt: Date): StoredEntry {
  const caller = currentCaller();
  const text = (value: string | undefined) => (value === undefined ? null : storableText(value));
  return {
    id: newId(createdAt.getTime()),
    action,
    result: result ?? 'SUCCEEDED',
    actorId: text(actor?.id),
    actorName: text(actor?.name),
    actorKind: actor?.kind ?? 'anonymous',
    actorEmail: text(actor?.email),
    actorRole: text(actor?.roleName),
    params: JSON.parse(storableJson(params ?? {})) as Record<string, unknown>,
    errors: (errors ?? []).map(storableText),
    sourceIp: caller?.ip ?? null,
    forwardedFor: [...(caller?.forwardedFor ?? [])],
    userAgent: text(caller?.userAgent),
    version,
    createdAt,
  };
}

/** `before`: how many parameters of the whole statement come first. */
function entryStatement(entry: StoredEntry, mac: string, before = 0): Statement {
  const at = (place: number) => `$${before + place}`;
  return {
    text: `insert into audit_log (id, action, result, actor_id, actor_name, actor_kind, actor_email, actor_role, params, errors, source_ip, forwarded_for, user_agent, version, created_at, mac)
         values (${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)}, ${at(7)}, ${at(8)}, ${at(9)}::jsonb, ${at(10)}::text[], ${at(11)}, ${at(12)}::text[], ${at(13)}, ${at(14)}, ${at(15)}, ${at(16)})`,
    params: [
      entry.id,
      entry.action,
      entry.result,
      entry.actorId,
      entry.actorName,
      entry.actorKind,
      entry.actorEmail,
      entry.actorRole,
      JSON.stringify(entry.params),
      entry.errors,
      entry.sourceIp,
      entry.forwardedFor,
      entry.userAgent,
      entry.version,
      entry.createdAt,
      mac,
    ],
  };
}

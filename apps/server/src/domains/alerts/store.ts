import type { HistoryEventType, NewHistoryEvent, AlertTriage } from '@margay/alert';
import type { LogTypeAccess } from '@margay/auth';
import { invalidInput, newId } from '@margay/kit';
import { alertStatuses } from '@margay/model';
import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import { Author } from '../../api/author.ts';
import { accessCondition, conditionOf, sortColumns, type AlertFilter, type AlertSort } from './filter.ts';
import { alertColumns, AlertRecord } from './record.ts';

export async function findAlerts(sql: Sql, ids: readonly string[]): Promise<AlertRecord[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query(`select ${alertColumns} from alerts a where a.id = any($1::text[])`, [
    [...new Set(ids)],
  ]);
  return rows.map((row) => AlertRecord.parse(row));
}

/** Collects values and gives each its place in the statement. */
function binder(): { bind: (value: unknown) => string; values: unknown[] } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

export interface AlertPage {
  alerts: AlertRecord[];
  endCursor: string | null;
  hasNextPage: boolean;
}

/** One page after `cursor`, by keyset: new alerts in between move nothing. */
export async function pageOfAlerts(
  sql: Sql,
  options: {
    filter: AlertFilter;
    access: LogTypeAccess;
    sort: AlertSort;
    pageSize: number;
    cursor?: string | undefined;
  },
): Promise<AlertPage> {
  const { filter, access, sort, pageSize } = options;
  const { bind, values } = binder();
  const columns = sortColumns[sort.by];
  const isDown = sort.dir === 'descending';
  const conditions = [conditionOf(filter, access, bind)];
  if (options.cursor !== undefined && options.cursor !== '') {
    const after = readCursor(
      options.cursor,
      columns.map(({ cast }) => cast),
    );
    const left = columns.map(({ column }) => column).join(', ');
    const right = columns.map(({ cast }, i) => `${bind(after[i])}::${cast}`).join(', ');
    conditions.push(`(${left}) ${isDown ? '<' : '>'} (${right})`);
  }
  const order = columns.map(({ column }) => `${column} ${isDown ? 'desc' : 'asc'}`).join(', ');
  const rows = await sql.query(
    `select ${alertColumns}
     from (select * from alerts a where ${conditions.join(' and ')} order by ${order} limit ${pageSize + 1}) a
     order by ${order}`,
    values,
  );
  const alerts = rows.slice(0, pageSize).map((row) => AlertRecord.parse(row));
  const last = alerts.at(-1);
  return {
    alerts,
    endCursor: last === undefined ? null : writeCursor(columns.map(({ valueOf }) => valueOf(last))),
    hasNextPage: rows.length > pageSize,
  };
}

const writeCursor = (values: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** A cursor comes back from outside: each member must be what its column can be compared with. */
function readCursor(cursor: string, casts: readonly string[]): (string | number)[] {
  const Members = z.array(z.union([z.string(), z.number()])).length(casts.length);
  const parsed = Members.safeParse(jsonOfCursor(cursor));
  const fits = (member: string | number, cast: string | undefined) => {
    if (cast === 'int') return Number.isInteger(member) && Math.abs(Number(member)) < 2 ** 31;
    if (typeof member !== 'string' || member.includes('\0')) return false;
    return cast === 'text' || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(member);
  };
  if (parsed.success && parsed.data.every((member, i) => fits(member, casts[i]))) return parsed.data;
  throw invalidInput('The cursor does not belong to this list. Start again without a cursor.', {
    details: { field: 'cursor' },
  });
}

function jsonOfCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

export interface AlertTitle {
  id: string;
  title: string;
  createdAt: Date;
}

/** The newest alerts that have each of the words in their title or id; without words, the newest of all. */
export async function alertTitles(
  sql: Sql,
  words: readonly string[],
  access: LogTypeAccess,
  limit: number,
): Promise<AlertTitle[]> {
  const { bind, values } = binder();
  const conditions = words.map((word) => {
    const place = bind(word);
    return `(position(lower(${place}) in lower(a.title)) > 0 or starts_with(a.id, lower(${place})))`;
  });
  const where = [...conditions, ...accessCondition(access, bind)].join(' and ') || 'true';
  const rows = await sql.query<{ id: string; title: string; created_at: Date }>(
    `select a.id, a.title, a.created_at from alerts a where ${where} order by a.created_at desc, a.id desc
     limit ${bind(limit)}`,
    values,
  );
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
}

/** How many alerts each of these detections raised on each of the last days of 24 hours, the oldest first. */
export async function alertsPerDay(
  sql: Sql,
  detectionIds: readonly string[],
  access: LogTypeAccess,
  { now, days }: { now: Date; days: number },
): Promise<Map<string, number[]>> {
  const { bind, values } = binder();
  const at = `${bind(now)}::timestamptz`;
  const rows = await sql.query<{ detection_id: string; day: number; n: number }>(
    `select a.detection_id, floor(extract(epoch from ${at} - a.created_at) / 86400)::int as day, count(*)::int as n
     from alerts a
     where ${[
       `a.detection_id = any(${bind([...detectionIds])}::text[])`,
       `a.created_at > ${at} - make_interval(days => ${bind(days)}::int) and a.created_at <= ${at}`,
       `a.type <> 'SYSTEM_ERROR'`,
       ...accessCondition(access, bind),
     ].join(' and ')}
     group by 1, 2`,
    values,
  );
  const counts = new Map(detectionIds.map((id) => [id, Array.from({ length: days }, () => 0)]));
  for (const { detection_id: id, day, n } of rows) {
    const perDay = counts.get(id);
    if (perDay) perDay[days - 1 - day] = n;
  }
  return counts;
}

export async function countAlerts(sql: Sql, filter: AlertFilter, access: LogTypeAccess): Promise<number> {
  const { bind, values } = binder();
  const row = await firstRow<{ n: number }>(
    sql,
    `select count(*) as n from alerts a where ${conditionOf(filter, access, bind)}`,
    values,
  );
  return row?.n ?? 0;
}

export async function idsOfAlerts(
  sql: Sql,
  filter: AlertFilter,
  access: LogTypeAccess,
  limit: number,
): Promise<string[]> {
  const { bind, values } = binder();
  const rows = await sql.query<{ id: string }>(
    `select a.id from alerts a where ${conditionOf(filter, access, bind)} order by a.created_at desc, a.id desc
     limit ${limit}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const Triage = z
  .object({ id: z.string(), status: z.enum(alertStatuses), assignee_id: z.string().nullable() })
  .transform((row): AlertTriage => ({ id: row.id, status: row.status, assigneeId: row.assignee_id }));

/** What a person may change of these alerts, locked in the order of their ids. */
export async function lockTriage(tx: Sql, ids: readonly string[]): Promise<AlertTriage[]> {
  const rows = await tx.query(
    'select id, status, assignee_id from alerts where id = any($1::text[]) order by id for update',
    [[...ids]],
  );
  return rows.map((row) => Triage.parse(row));
}

export async function writeTriage(
  tx: Sql,
  alerts: readonly AlertTriage[],
  author: Author,
  at: Date,
): Promise<void> {
  if (alerts.length === 0) return;
  await tx.query(
    `update alerts a set
       status_updated_at = case when a.status = n.status then a.status_updated_at else $4 end,
       status_updated_by = case when a.status = n.status then a.status_updated_by else $5::jsonb end,
       status = n.status, assignee_id = n.assignee_id, updated_at = $4, updated_by = $5::jsonb
     from unnest($1::text[], $2::text[], $3::text[]) as n (id, status, assignee_id) where a.id = n.id`,
    [
      alerts.map(({ id }) => id),
      alerts.map(({ status }) => status),
      alerts.map(({ assigneeId }) => assigneeId),
      at,
      JSON.stringify(author),
    ],
  );
}

export async function insertHistory(
  tx: Sql,
  events: readonly NewHistoryEvent[],
  author: Author,
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into alert_history (id, alert_id, type, from_value, to_value, comment_id, actor, created_at)
     select id, alert_id, type, from_value, to_value, comment_id, $7::jsonb, $8
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       as n (id, alert_id, type, from_value, to_value, comment_id)`,
    [
      events.map(() => newId(at.getTime())),
      events.map((event) => event.alertId),
      events.map((event) => event.type),
      events.map((event) => event.from),
      events.map((event) => event.to),
      events.map((event) => event.commentId),
      JSON.stringify(author),
      at,
    ],
  );
}

export interface HistoryRecord {
  id: string;
  alertId: string;
  type: HistoryEventType;
  from: string | null;
  to: string | null;
  commentId: string | null;
  actor: Author;
  createdAt: Date;
}

/** Newest first. */
export async function listHistory(sql: Sql, alertId: string): Promise<HistoryRecord[]> {
  const rows = await sql.query<{
    id: string;
    alert_id: string;
    type: HistoryEventType;
    from_value: string | null;
    to_value: string | null;
    comment_id: string | null;
    actor: unknown;
    created_at: Date;
  }>(
    `select id, alert_id, type, from_value, to_value, comment_id, actor, created_at from alert_history
     where alert_id = $1 order by created_at desc, id desc limit 1000`,
    [alertId],
  );
  return rows.map((row) => ({
    id: row.id,
    alertId: row.alert_id,
    type: row.type,
    from: row.from_value,
    to: row.to_value,
    commentId: row.comment_id,
    actor: Author.parse(row.actor),
    createdAt: row.created_at,
  }));
}

/**
 * The alert's first events as JSON texts, newest first. `early`: only those below the threshold, which the lake has
 * without the alert's id.
 */
export async function listSamples(sql: Sql, alertId: string, which: 'all' | 'early'): Promise<string[]> {
  const rows = await sql.query<{ event: string }>(
    'select event from alert_samples where alert_id = $1 and (is_early or $2) order by position desc',
    [alertId, which === 'all'],
  );
  return rows.map(({ event }) => event);
}

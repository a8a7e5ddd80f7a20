import { languageOfText } from '@margay/query';
import type { Sql } from '@margay/store';
import type { TimePosition } from '../../../api/time-cursor.ts';
import { toRecord, type SearchRecord, type SearchRow, type SearchStatus } from '../store.ts';

export interface HistoryFilter {
  since: Date;
  until?: Date;
  /** In the name, the text or the name of the author; or the whole id. */
  contains?: string;
  statuses?: readonly SearchStatus[];
  kinds?: readonly string[];
  authorIds?: readonly string[];
  isScheduled?: boolean;
  /** Only the searches of this person, and none of the clock. */
  ownerId?: string;
  isAscending?: boolean;
  after?: TimePosition;
  limit: number;
}

/** Who runs what the clock runs. */
export const scheduleAuthor = { id: 'schedule', name: 'Schedule', kind: 'system' };

const ofPeople = `select id, null::text as name, kind, params, author, author_id, access_key, status, message, row_count,
    bytes_scanned, elapsed_ms, started_at, completed_at, text from searches`;

/** Runs of scheduled queries in the form of searches; they saw every log type. */
const ofTheClock = `select r.id, r.query_id, 'scheduled', jsonb_build_object('language', 'sql', 'filters', coalesce(q.definition->>'text', '')),
    jsonb_build_object('id', 'schedule', 'name', 'Schedule', 'kind', 'system'), 'schedule', 'ALLOW_ALL',
    case r.state when 'SUCCEEDED' then 'succeeded' when 'CANCELLED' then 'cancelled' when 'FAILED' then 'failed'
      when 'MISSED' then 'failed' else 'running' end,
    r.error, r.row_count::bigint, r.bytes_scanned, r.elapsed_ms, coalesce(r.started_at, r.scheduled_at), r.completed_at,
    coalesce(q.definition->>'text', '')
  from scheduled_query_runs r left join content_items q on q.kind = 'SAVED_QUERY' and q.id = r.query_id`;

/** The text of a scheduled query tells its language; the state store cannot read it. */
function withLanguage(record: SearchRecord): SearchRecord {
  if (record.kind !== 'scheduled') return record;
  const { id: language } = languageOfText(record.params.filters);
  return { ...record, params: { ...record.params, language } };
}

/** Newest first, or oldest first. */
export async function listSearches(sql: Sql, filter: HistoryFilter): Promise<SearchRecord[]> {
  const params: unknown[] = [filter.since];
  const conditions = ['started_at >= $1'];
  const add = (condition: (...places: string[]) => string, ...values: unknown[]) => {
    params.push(...values);
    const first = params.length - values.length + 1;
    conditions.push(condition(...values.map((_, index) => `$${first + index}`)));
  };
  const { contains, isScheduled, isAscending = false, after } = filter;
  if (filter.until) add((p) => `started_at < ${p}`, filter.until);
  if (contains) {
    add(
      (p) => `(id = ${p} or position(lower(${p}) in lower(concat_ws(' ', name, text, author->>'name'))) > 0)`,
      contains,
    );
  }
  if (filter.statuses?.length) add((p) => `status = any(${p}::text[])`, [...filter.statuses]);
  if (filter.kinds?.length) add((p) => `kind = any(${p}::text[])`, [...filter.kinds]);
  if (filter.authorIds?.length) add((p) => `author_id = any(${p}::text[])`, [...filter.authorIds]);
  if (isScheduled !== undefined) add((p) => `(kind = 'scheduled') = ${p}`, isScheduled);
  if (filter.ownerId !== undefined) add((p) => `author_id = ${p}`, filter.ownerId);
  if (after) {
    const isBehind = isAscending ? '>' : '<';
    add((time, id) => `(started_at, id) ${isBehind} (${time}::timestamptz, ${id})`, after.at, after.id);
  }
  const source = filter.ownerId === undefined ? `${ofPeople} union all ${ofTheClock}` : ofPeople;
  const direction = isAscending ? 'asc' : 'desc';
  const rows = await sql.query<SearchRow>(
    `select * from (${source}) as history where ${conditions.join(' and ')}
     order by started_at ${direction}, id ${direction} limit $${params.length + 1}`,
    [...params, filter.limit],
  );
  return rows.map((row) => withLanguage(toRecord(row)));
}

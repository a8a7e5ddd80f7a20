import { firstRow, type Sql, type Statement } from '@margay/store';
import { Author } from '../../api/author.ts';
import { SearchParams } from './schema.ts';

export const searchStatuses = ['running', 'succeeded', 'failed', 'cancelled'] as const;
export type SearchStatus = (typeof searchStatuses)[number];

export const searchKinds = [
  'search',
  'adhoc',
  'pantherflow',
  'scheduled',
  'indicator',
  'alertSummary',
] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface SearchRecord {
  id: string;
  /** Of the saved query a scheduled run belongs to; null for what people typed. */
  name: string | null;
  /** `search` for the search form, `adhoc` for SQL, `pantherflow`, `scheduled` for runs of the clock. */
  kind: string;
  params: SearchParams;
  author: Author;
  /** Log-type access the numbers below were found with. */
  accessKey: string;
  status: SearchStatus;
  message: string;
  /** Rows that match; unknown until a run said so. */
  rowCount: number | null;
  /** Of every run of every part. */
  bytesScanned: number;
  /** What a person waited for: the timeline and the first page of rows, each as it ran last. */
  elapsedMs: number;
  startedAt: Date;
  completedAt: Date | null;
}

export interface SearchRow {
  id: string;
  name?: string | null;
  kind: string;
  params: unknown;
  author: unknown;
  access_key: string;
  status: SearchStatus;
  message: string;
  row_count: number | null;
  bytes_scanned: number;
  elapsed_ms: number;
  started_at: Date;
  completed_at: Date | null;
}

export const toRecord = (row: SearchRow): SearchRecord => ({
  id: row.id,
  name: row.name ?? null,
  kind: row.kind,
  params: SearchParams.parse(row.params),
  author: Author.parse(row.author),
  accessKey: row.access_key,
  status: row.status,
  message: row.message,
  rowCount: row.row_count,
  bytesScanned: row.bytes_scanned,
  elapsedMs: row.elapsed_ms,
  startedAt: row.started_at,
  completedAt: row.completed_at,
});

const columns = `id, kind, params, author, access_key, status, message, row_count, bytes_scanned, elapsed_ms, started_at,
  completed_at`;

/** What is known of a search before it runs. */
export type StartedRecord = Pick<
  SearchRecord,
  'id' | 'kind' | 'params' | 'author' | 'accessKey' | 'startedAt'
>;

/** Of a search that has just begun, or, where its outcome is given, of one that is over by now. */
export function insertSearch(search: StartedRecord, outcome?: RunOutcome): Statement {
  const partMs = outcome?.part === undefined ? {} : { [outcome.part]: outcome.elapsedMs };
  return {
    text: `insert into searches (id, kind, language, text, params, author, author_id, access_key, started_at,
       status, message, row_count, bytes_scanned, elapsed_ms, part_ms, completed_at)
     values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb, $16)`,
    params: [
      search.id,
      search.kind,
      search.params.language,
      search.params.filters,
      JSON.stringify(search.params),
      JSON.stringify(search.author),
      search.author.id,
      search.accessKey,
      search.startedAt,
      outcome?.status ?? 'running',
      outcome?.message ?? '',
      outcome?.rowCount ?? null,
      outcome?.bytesScanned ?? 0,
      outcome?.part === undefined ? 0 : outcome.elapsedMs,
      JSON.stringify(partMs),
      outcome?.at ?? null,
    ],
  };
}

/** The record of a search that has just begun, as the store would give it. */
export const startedRecord = (search: StartedRecord): SearchRecord => ({
  ...search,
  name: null,
  status: 'running',
  message: '',
  rowCount: null,
  bytesScanned: 0,
  elapsedMs: 0,
  completedAt: null,
});

export async function findSearch(sql: Sql, id: string, since: Date): Promise<SearchRecord | undefined> {
  const row = await firstRow<SearchRow>(
    sql,
    `select ${columns} from searches where id = $1 and started_at >= $2`,
    [id, since],
  );
  return row && toRecord(row);
}

export interface RunOutcome {
  status: Exclude<SearchStatus, 'running'>;
  message: string;
  rowCount?: number;
  /** `rowCount` is what matches altogether, not what one page holds. */
  isTotal?: boolean;
  /** Nobody waited for this part any more, which takes nothing from what is there. */
  isAbandoned?: boolean;
  /** Set where a person waited for it: its time counts in place of the time it took before. */
  part?: 'timeline' | 'details';
  bytesScanned: number;
  elapsedMs: number;
  at: Date;
}

/** Adds one run to the search's numbers. A search that was cancelled stays so. */
export async function addOutcome(sql: Sql, id: string, outcome: RunOutcome): Promise<void> {
  await sql.query(
    `update searches set
       status = case when ($2 = 'cancelled' or $9) and status = 'succeeded' then status else $2 end,
       message = case when ($2 = 'cancelled' or $9) and status = 'succeeded' then message else $3 end,
       row_count = case when $8 then $4 else coalesce(row_count, $4) end,
       bytes_scanned = bytes_scanned + $5, completed_at = $7,
       part_ms = case when $10::text is null then part_ms else part_ms || jsonb_build_object($10::text, $6::bigint) end,
       elapsed_ms = case when $10::text is null then elapsed_ms
         else $6 + (select coalesce(sum(value::bigint), 0) from jsonb_each_text(part_ms - $10::text)) end
     where id = $1 and status <> 'cancelled'`,
    [
      id,
      outcome.status,
      outcome.message,
      outcome.rowCount ?? null,
      outcome.bytesScanned,
      outcome.elapsedMs,
      outcome.at,
      outcome.isTotal ?? false,
      outcome.isAbandoned ?? false,
      outcome.part ?? null,
    ],
  );
}

/** Removes what is older than `before`; what still runs since before `stale` will not end any more. */
export async function sweepSearches(sql: Sql, before: Date, stale: Date): Promise<void> {
  await sql.query('delete from searches where started_at < $1', [before]);
  await sql.query(
    `update searches set status = 'failed', message = $2, completed_at = now()
     where status = 'running' and started_at < $1`,
    [stale, 'The search did not end: its results were never fetched, or the server was restarted.'],
  );
}

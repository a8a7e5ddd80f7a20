import { firstRow, type Sql } from '@margay/store';
import { CsvExport } from './record.ts';

const open = `state in ('PENDING', 'RUNNING')`;

export type NewExport = Pick<
  CsvExport,
  'id' | 'searchId' | 'params' | 'columns' | 'author' | 'access' | 'searchedAt' | 'createdAt'
>;

export async function insertExport(sql: Sql, wanted: NewExport): Promise<void> {
  await sql.query(
    `insert into csv_exports (id, search_id, params, columns, author, author_id, log_type_access, searched_at, state, created_at)
     values ($1, $2, $3::jsonb, $4::text[], $5::jsonb, $6, $7::jsonb, $8, 'PENDING', $9)`,
    [
      wanted.id,
      wanted.searchId,
      JSON.stringify(wanted.params),
      wanted.columns,
      JSON.stringify(wanted.author),
      wanted.author.id,
      JSON.stringify(wanted.access),
      wanted.searchedAt,
      wanted.createdAt,
    ],
  );
}

export async function findExport(sql: Sql, id: string): Promise<CsvExport | undefined> {
  const row = await firstRow(sql, 'select * from csv_exports where id = $1', [id]);
  return row && CsvExport.parse(row);
}

/** Those of one person, of one search where it is given; the newest first. */
export async function listExports(
  sql: Sql,
  filter: { authorId: string; searchId?: string; isOpen?: boolean; limit: number },
): Promise<CsvExport[]> {
  const rows = await sql.query(
    `select * from csv_exports where author_id = $1 and ($2::text is null or search_id = $2)
       and ($3::boolean is not true or ${open})
     order by created_at desc, id desc limit $4`,
    [filter.authorId, filter.searchId ?? null, filter.isOpen ?? null, filter.limit],
  );
  return rows.map((row) => CsvExport.parse(row));
}

/** Whoever works on an export holds it for a while; when that is over, another process may go on with it. */
export interface Lease {
  owner: string;
  now: Date;
  until: Date;
}

/** Takes the one that has waited longest. */
export async function claimExport(sql: Sql, { owner, now, until }: Lease): Promise<CsvExport | undefined> {
  const row = await firstRow(
    sql,
    `update csv_exports set state = 'RUNNING', attempts = attempts + 1, lease_owner = $1, lease_until = $3,
       started_at = $2, row_count = 0, byte_count = 0
     where id = (select id from csv_exports where ${open} and (lease_until is null or lease_until <= $2)
       order by created_at, id limit 1 for update skip locked)
     returning *`,
    [owner, now, until],
  );
  return row && CsvExport.parse(row);
}

/** Keeps the lease and says how far it is. False when it was cancelled, or another process has it. */
export async function reportExport(
  sql: Sql,
  id: string,
  { owner, until }: Lease,
  figures: Pick<CsvExport, 'rowCount' | 'byteCount' | 'totalRows'>,
): Promise<boolean> {
  const row = await firstRow(
    sql,
    `update csv_exports set lease_until = $3, row_count = $4, byte_count = $5, total_rows = $6
     where id = $1 and lease_owner = $2 and state = 'RUNNING' returning id`,
    [id, owner, until, figures.rowCount, figures.byteCount, figures.totalRows],
  );
  return row !== undefined;
}

export type ExportEnd =
  | { state: 'SUCCEEDED'; rowCount: number; byteCount: number; isCut: boolean; expiresAt: Date }
  | { state: 'FAILED'; error: string };

/** Undefined when it was cancelled, or another process has it. */
export async function endExport(
  sql: Sql,
  { id, owner, at }: { id: string; owner: string; at: Date },
  end: ExportEnd,
): Promise<CsvExport | undefined> {
  const isDone = end.state === 'SUCCEEDED';
  const row = await firstRow(
    sql,
    `update csv_exports set state = $3, completed_at = $4, lease_owner = null, lease_until = null, error = $5,
       row_count = coalesce($6, row_count), byte_count = coalesce($7, byte_count), is_cut = $8, expires_at = $9
     where id = $1 and lease_owner = $2 and state = 'RUNNING' returning *`,
    [
      id,
      owner,
      end.state,
      at,
      isDone ? '' : end.error,
      isDone ? end.rowCount : null,
      isDone ? end.byteCount : null,
      isDone && end.isCut,
      isDone ? end.expiresAt : null,
    ],
  );
  return row && CsvExport.parse(row);
}

/** Gives an export back, to be begun anew at once or after a while. */
export async function releaseExport(
  sql: Sql,
  { id, owner, until }: { id: string; owner: string; until: Date | null },
): Promise<void> {
  await sql.query(
    `update csv_exports set state = 'PENDING', lease_owner = null, lease_until = $3
     where id = $1 and lease_owner = $2 and state = 'RUNNING'`,
    [id, owner, until],
  );
}

export async function cancelExport(sql: Sql, id: string, authorId: string, at: Date): Promise<boolean> {
  const row = await firstRow(
    sql,
    `update csv_exports set state = 'CANCELLED', completed_at = $3, lease_owner = null, lease_until = null
     where id = $1 and author_id = $2 and ${open} returning id`,
    [id, authorId, at],
  );
  return row !== undefined;
}

/** The embedded store has one process at a time: what is held at its start was held by one that is gone. */
export async function endLeases(sql: Sql): Promise<void> {
  await sql.query(`update csv_exports set lease_until = null where ${open}`);
}

/** Forgets exports made before `before`. */
export async function sweepExports(sql: Sql, before: Date): Promise<void> {
  await sql.query(`delete from csv_exports where created_at < $1 and not ${open}`, [before]);
}

/** Ids of the files that may still be fetched, or are being written. */
export async function wantedFiles(sql: Sql, now: Date): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `select id from csv_exports where ${open} or (state = 'SUCCEEDED' and expires_at > $1)`,
    [now],
  );
  return new Set(rows.map(({ id }) => id));
}

import type { Sql } from '@margay/store';

export interface FailureCount {
  key: string;
  failures: number;
  lastAt: Date;
  blockedUntil: Date | null;
}

interface CountRow {
  key: string;
  failures: number;
  last_at: Date;
  blocked_until: Date | null;
}

const toCount = (row: CountRow): FailureCount => ({
  key: row.key,
  failures: row.failures,
  lastAt: row.last_at,
  blockedUntil: row.blocked_until,
});
const columns = 'key, failures, last_at, blocked_until';

export async function countsOf(sql: Sql, keys: readonly string[]): Promise<FailureCount[]> {
  const rows = await sql.query<CountRow>(
    `select ${columns} from sign_in_failures where key = any($1::text[])`,
    [[...keys]],
  );
  return rows.map(toCount);
}

/** In the order of the keys here and below, so that two who want the same rows do not wait for one another. */
export async function makeCounts(tx: Sql, keys: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `insert into sign_in_failures (key, failures, last_at)
     select key, 0, $2 from unnest($1::text[]) as wanted (key) on conflict (key) do nothing`,
    [keys.toSorted(), at],
  );
}

/** Nobody else changes them until the transaction ends. */
export async function lockCounts(tx: Sql, keys: readonly string[]): Promise<FailureCount[]> {
  const rows = await tx.query<CountRow>(
    `select ${columns} from sign_in_failures where key = any($1::text[]) order by key collate "C" for update`,
    [[...keys]],
  );
  return rows.map(toCount);
}

/** Of rows that this transaction locked. */
export async function writeCounts(tx: Sql, counts: readonly FailureCount[]): Promise<void> {
  await tx.query(
    `update sign_in_failures as kept
     set failures = given.failures, last_at = given.last_at, blocked_until = given.blocked_until
     from unnest($1::text[], $2::int[], $3::timestamptz[], $4::timestamptz[])
       as given (key, failures, last_at, blocked_until)
     where kept.key = given.key`,
    [
      counts.map(({ key }) => key),
      counts.map(({ failures }) => failures),
      counts.map(({ lastAt }) => lastAt.toISOString()),
      counts.map(({ blockedUntil }) => blockedUntil?.toISOString() ?? null),
    ],
  );
}

export async function dropOldCounts(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from sign_in_failures where last_at < $1', [before]);
}

import { firstRow, type Sql } from '@margay/store';
import { RunRecord, type RunState } from './record.ts';

/** Whoever works on a run holds it for a while; when that is over, another process may go on with it. */
export interface Lease {
  owner: string;
  now: Date;
  until: Date;
}

const open = `state in ('PENDING', 'RUNNING', 'JUDGING')`;

/**
 * Takes the run that has waited longest; of one query never two at once. `held`: ids of the runs this owner works on.
 * A process that stood still longer than its lease must not begin with them a second time: for the store, both
 * workers would be the same owner.
 */
export async function claimRun(
  sql: Sql,
  { owner, now, until }: Lease,
  held: readonly string[],
): Promise<RunRecord | undefined> {
  const row = await firstRow(
    sql,
    `update scheduled_query_runs set lease_owner = $1, lease_until = $3 where id = (
       select r.id from scheduled_query_runs r
       where r.${open} and r.next_attempt_at <= $2 and (r.lease_until is null or r.lease_until <= $2)
         and not (r.id = any($4::text[]))
         and not exists (select 1 from scheduled_query_runs o where o.query_id = r.query_id and o.${open} and o.lease_until > $2)
       order by r.scheduled_at, r.id limit 1 for update skip locked)
     returning *`,
    [owner, now, until, [...held]],
  );
  return row && RunRecord.parse(row);
}

/** Also of runs whose lease is over, as long as nobody else took them. */
export async function renewLeases(sql: Sql, { owner, until }: Omit<Lease, 'now'>): Promise<void> {
  await sql.query(`update scheduled_query_runs set lease_until = $2 where lease_owner = $1 and ${open}`, [
    owner,
    until,
  ]);
}

/** The embedded store has one process at a time: what is held at its start was held by one that is gone. */
export async function endLeases(sql: Sql): Promise<void> {
  await sql.query(
    `update scheduled_query_runs set lease_until = null where ${open} and lease_until is not null`,
  );
}

/** Thrown when another process holds the run by now: what was done here must not be written. */
export class LeaseLost extends Error {}

const columnOf = {
  versionId: 'version_id',
  windowFrom: 'window_from',
  state: 'state',
  attempts: 'attempts',
  nextAttemptAt: 'next_attempt_at',
  startedAt: 'started_at',
  completedAt: 'completed_at',
  rowCount: 'row_count',
  isCut: 'is_cut',
  bytesScanned: 'bytes_scanned',
  elapsedMs: 'elapsed_ms',
  matchCount: 'match_count',
  errorCount: 'error_count',
  error: 'error',
  waitingRules: 'waiting_rules',
  passes: 'passes',
} satisfies Partial<Record<keyof RunRecord, string>>;
export type RunChange = Partial<Pick<RunRecord, keyof typeof columnOf>>;

/** Writes what became of a run that this owner holds. `release` gives it back. */
export async function changeRun(
  sql: Sql,
  { id, owner, release = false }: { id: string; owner: string; release?: boolean },
  change: RunChange,
): Promise<RunRecord> {
  const fields = Object.entries(change) as [keyof typeof columnOf, unknown][];
  const sets = fields.map(([name], index) => `${columnOf[name]} = $${index + 3}`);
  if (release) sets.push('lease_owner = null', 'lease_until = null');
  const row = await firstRow(
    sql,
    `update scheduled_query_runs set ${sets.join(', ')} where id = $1 and lease_owner = $2 returning *`,
    [id, owner, ...fields.map(([, value]) => (Array.isArray(value) ? JSON.stringify(value) : value))],
  );
  if (row === undefined) throw new LeaseLost(`the run ${id} is held by another process`);
  return RunRecord.parse(row);
}

/** Locks a run that this owner holds until the end of the transaction. */
export async function lockRun(tx: Sql, id: string, owner: string): Promise<void> {
  const row = await firstRow(
    tx,
    'select 1 from scheduled_query_runs where id = $1 and lease_owner = $2 for update',
    [id, owner],
  );
  if (row === undefined) throw new LeaseLost(`the run ${id} is held by another process`);
}

export async function insertManualRun(
  sql: Sql,
  { id, queryId, at }: { id: string; queryId: string; at: Date },
): Promise<void> {
  await sql.query(
    `insert into scheduled_query_runs (id, query_id, trigger, scheduled_at, state, next_attempt_at)
     values ($1, $2, 'MANUAL', $3, 'PENDING', $3)`,
    [id, queryId, at],
  );
}

/** The run of a person that has not come to its end yet; one that only waits for quarantined rules is none. */
export async function findOpenManualRun(sql: Sql, queryId: string): Promise<RunRecord | undefined> {
  const row = await firstRow(
    sql,
    `select * from scheduled_query_runs where query_id = $1 and trigger = 'MANUAL' and ${open} and passes = 0 limit 1`,
    [queryId],
  );
  return row && RunRecord.parse(row);
}

export interface RunPosition {
  scheduledAt: Date;
  id: string;
}

/** The newest first. */
export async function listRuns(
  sql: Sql,
  filter: { queryId: string; states?: readonly RunState[]; after?: RunPosition; limit: number },
): Promise<RunRecord[]> {
  const rows = await sql.query(
    `select * from scheduled_query_runs
     where query_id = $1 and ($2::text[] is null or state = any($2::text[]))
       and ($3::timestamptz is null or (scheduled_at, id) < ($3, $4))
     order by scheduled_at desc, id desc limit $5`,
    [
      filter.queryId,
      filter.states === undefined ? null : [...filter.states],
      filter.after?.scheduledAt ?? null,
      filter.after?.id ?? '',
      filter.limit,
    ],
  );
  return rows.map((row) => RunRecord.parse(row));
}

export async function sweepRuns(sql: Sql, before: Date): Promise<void> {
  await sql.query(`delete from scheduled_query_runs where scheduled_at < $1 and not ${open}`, [before]);
}

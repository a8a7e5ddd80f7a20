import { newId } from '@margay/kit';
import { firstRow, type Sql } from '@margay/store';

/** Up to when the runs of a schedule are written down. */
export interface Clock {
  queryId: string;
  /** The schedule this holds for, as text: another one begins anew. */
  schedule: string;
  plannedUntil: Date;
}

interface ClockRow {
  query_id: string;
  schedule: string;
  planned_until: Date;
}

const toClock = (row: ClockRow): Clock => ({
  queryId: row.query_id,
  schedule: row.schedule,
  plannedUntil: row.planned_until,
});

export async function readClocks(sql: Sql): Promise<Map<string, Clock>> {
  const rows = await sql.query<ClockRow>('select * from scheduled_query_clocks');
  return new Map(rows.map((row) => [row.query_id, toClock(row)]));
}

export async function lockClock(tx: Sql, queryId: string): Promise<Clock | undefined> {
  const row = await firstRow<ClockRow>(
    tx,
    'select * from scheduled_query_clocks where query_id = $1 for update',
    [queryId],
  );
  return row && toClock(row);
}

export async function writeClock(sql: Sql, { queryId, schedule, plannedUntil }: Clock): Promise<void> {
  await sql.query(
    `insert into scheduled_query_clocks (query_id, schedule, planned_until) values ($1, $2, $3)
     on conflict (query_id) do update set schedule = $2, planned_until = $3`,
    [queryId, schedule, plannedUntil],
  );
}

/** Clocks of queries that are not to run any more: when they are enabled again, they begin anew. */
export async function dropClocks(sql: Sql, queryIds: readonly string[]): Promise<void> {
  await sql.query('delete from scheduled_query_clocks where query_id = any($1::text[])', [[...queryIds]]);
  await sql.query(
    `update scheduled_query_runs set state = 'CANCELLED', completed_at = now(),
       error = 'The query was disabled or deleted before this run began.'
     where query_id = any($1::text[]) and state = 'PENDING' and trigger = 'SCHEDULE'`,
    [[...queryIds]],
  );
}

export interface PlannedRun {
  scheduledAt: Date;
  isMissed: boolean;
}

/** Writes runs down; a run of the same query and time is there once, whoever writes it. */
export async function insertScheduledRuns(
  sql: Sql,
  queryId: string,
  runs: readonly PlannedRun[],
  now: Date,
): Promise<void> {
  await sql.query(
    `insert into scheduled_query_runs (id, query_id, trigger, scheduled_at, state, next_attempt_at, completed_at, error)
     select id, $1, 'SCHEDULE', scheduled_at, case when missed then 'MISSED' else 'PENDING' end, $2,
       case when missed then $2::timestamptz end,
       case when missed then 'The server did not run at that time, and it is too long ago to be caught up with.' else '' end
     from unnest($3::text[], $4::timestamptz[], $5::boolean[]) as planned (id, scheduled_at, missed)
     on conflict (query_id, scheduled_at) do nothing`,
    [
      queryId,
      now,
      runs.map(() => newId()),
      runs.map(({ scheduledAt }) => scheduledAt.toISOString()),
      runs.map(({ isMissed }) => isMissed),
    ],
  );
}

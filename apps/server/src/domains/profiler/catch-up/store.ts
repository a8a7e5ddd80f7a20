import type { PausedRule } from '@margay/detect';
import { firstRow, type Sql } from '@margay/store';
import type { PassedEvents } from '../../../pipeline/passed-events.ts';
import { PassedPart, QuarantineRecord, type QuarantineKey, type QuarantineState } from './record.ts';

/** Writes down that a detection is set aside, once. */
export async function beginQuarantine(sql: Sql, pause: PausedRule, owner: string): Promise<void> {
  await sql.query(
    `insert into quarantines (detection_id, since, version_id, reason, until, owner, state)
     values ($1, $2, $3, $4, $5, $6, 'QUARANTINED') on conflict (detection_id, since) do nothing`,
    [pause.ruleId, new Date(pause.since), pause.ruleVersionId, pause.reason, new Date(pause.until), owner],
  );
}

/**
 * Part of the transaction that ends a part of the stream. What passed at the very end of a quarantine may come here
 * after it is over: it is judged all the same, unless a person chose otherwise.
 */
export async function insertPassed(tx: Sql, passed: readonly PassedEvents[], owner: string): Promise<void> {
  // In one order, so that two transactions never wait for one another.
  const sorted = passed.toSorted((a, b) => (a.pause.ruleId < b.pause.ruleId ? -1 : 1));
  for (const one of sorted) {
    const key = [one.pause.ruleId, new Date(one.pause.since)];
    await beginQuarantine(tx, one.pause, owner);
    const row = await firstRow<{ state: QuarantineState }>(
      tx,
      `update quarantines set passed = passed + $3, completed_at = case state when 'DONE' then null else completed_at end,
         state = case state when 'DONE' then 'CATCHING_UP' else state end
       where detection_id = $1 and since = $2 returning state`,
      [...key, one.events],
    );
    if (row?.state === 'SKIPPED' || row?.state === 'CANCELLED') continue;
    await tx.query(
      `insert into passed_events (detection_id, since, part_id, log_type, passed_at, events, row_ranges, first_second, last_second)
       values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)`,
      [
        ...key,
        one.partId,
        one.logType,
        one.passedAt,
        one.events,
        JSON.stringify(one.rowRanges),
        one.firstSecond,
        one.lastSecond,
      ],
    );
  }
}

/** Those in these states; the oldest first. */
export async function listQuarantines(
  sql: Sql,
  filter: { states?: readonly QuarantineState[]; detectionId?: string; completedAfter?: Date },
): Promise<QuarantineRecord[]> {
  const rows = await sql.query(
    `select * from quarantines
     where ($1::text[] is null or state = any($1::text[])) and ($2::text is null or detection_id = $2)
       and ($3::timestamptz is null or completed_at is null or completed_at > $3)
     order by since, detection_id`,
    [filter.states ? [...filter.states] : null, filter.detectionId ?? null, filter.completedAfter ?? null],
  );
  return rows.map((row) => QuarantineRecord.parse(row));
}

/** Ends the quarantines of a detection that are in these states; gives how many there were. */
export async function moveQuarantines(
  tx: Sql,
  which: { detectionId: string; since?: Date; from: readonly QuarantineState[] },
  to: 'CATCHING_UP' | 'SKIPPED' | 'CANCELLED',
  now: Date,
): Promise<number> {
  const isOver = to !== 'CATCHING_UP';
  const rows = await tx.query<{ since: Date }>(
    `update quarantines set state = $4, ended_at = coalesce(ended_at, $5), completed_at = $6, error = null, attempt = 0,
       next_attempt_at = null
     where detection_id = $1 and ($2::timestamptz is null or since = $2) and state = any($3::text[]) returning since`,
    [which.detectionId, which.since ?? null, [...which.from], to, now, isOver ? now : null],
  );
  if (isOver)
    await tx.query('delete from passed_events where detection_id = $1 and since = any($2::timestamptz[])', [
      which.detectionId,
      rows.map(({ since }) => since.toISOString()),
    ]);
  return rows.length;
}

/** Thrown when what was read is another process's by now, or a person ended it: nothing of it may be written. */
export class CatchUpLost extends Error {}

/** Takes the oldest quarantine with something left to do that nobody works on. */
export async function claimCatchUp(
  sql: Sql,
  lease: { owner: string; now: Date; until: Date },
): Promise<QuarantineRecord | undefined> {
  const row = await firstRow(
    sql,
    `update quarantines set lease_owner = $1, lease_until = $3, attempt = attempt + 1
     where (detection_id, since) = (
       select q.detection_id, q.since from quarantines q
       where (q.lease_until is null or q.lease_until < $2) and (q.next_attempt_at is null or q.next_attempt_at <= $2)
         and (q.state = 'CATCHING_UP' or exists (
           select 1 from catch_up_findings f where f.detection_id = q.detection_id and f.since = q.since))
       order by q.since, q.detection_id limit 1 for update skip locked)
     returning *`,
    [lease.owner, lease.now, lease.until],
  );
  return row && QuarantineRecord.parse(row);
}

/** Keeps the claim; false when it is not ours any more, or a person ended the catching up. */
export async function renewCatchUp(
  sql: Sql,
  { detectionId, since }: QuarantineKey,
  lease: { owner: string; until: Date },
): Promise<boolean> {
  const row = await firstRow(
    sql,
    `update quarantines set lease_until = $4
     where detection_id = $1 and since = $2 and lease_owner = $3 and state = 'CATCHING_UP' returning 1 as one`,
    [detectionId, since, lease.owner, lease.until],
  );
  return row !== undefined;
}

/** Gives the claim back. `nextAttemptAt`: nobody takes it before. */
export async function releaseCatchUp(
  sql: Sql,
  { detectionId, since }: QuarantineKey,
  owner: string,
  nextAttemptAt: Date | null = null,
): Promise<void> {
  await sql.query(
    `update quarantines set lease_owner = null, lease_until = null, next_attempt_at = $4
     where detection_id = $1 and since = $2 and lease_owner = $3`,
    [detectionId, since, owner, nextAttemptAt],
  );
}

/** The embedded store has one process at a time: what is held at its start was held by one that is gone. */
export async function endCatchUpLeases(sql: Sql): Promise<void> {
  await sql.query(
    'update quarantines set lease_owner = null, lease_until = null where lease_owner is not null',
  );
}

/** Locks the row of a claim until the end of the transaction. */
export async function lockCatchUp(
  tx: Sql,
  { detectionId, since }: QuarantineKey,
  owner: string,
): Promise<void> {
  const row = await firstRow(
    tx,
    `select 1 as one from quarantines
     where detection_id = $1 and since = $2 and lease_owner = $3 and state = 'CATCHING_UP' for update`,
    [detectionId, since, owner],
  );
  if (row === undefined)
    throw new CatchUpLost(`catching up of ${detectionId} was ended, or goes on elsewhere`);
}

/** Ends a claimed catching up as done when nothing is left of it; false when something is. Its row must be locked. */
export async function completeCatchUp(
  tx: Sql,
  { detectionId, since }: QuarantineKey,
  now: Date,
): Promise<boolean> {
  const row = await firstRow(
    tx,
    `update quarantines set state = 'DONE', completed_at = $3, lease_owner = null, lease_until = null
     where detection_id = $1 and since = $2
       and not exists (select 1 from passed_events where detection_id = $1 and since = $2)
     returning 1 as one`,
    [detectionId, since, now],
  );
  return row !== undefined;
}

export async function failCatchUp(
  tx: Sql,
  { detectionId, since }: QuarantineKey,
  { owner, error, triedVersionId }: { owner: string; error: string; triedVersionId: string },
): Promise<void> {
  await tx.query(
    `update quarantines set state = 'FAILED', error = $4, tried_version_id = $5, lease_owner = null, lease_until = null
     where detection_id = $1 and since = $2 and lease_owner = $3 and state = 'CATCHING_UP'`,
    [detectionId, since, owner, error, triedVersionId],
  );
}

/** What passed first, of what is left. */
export async function nextPassed(
  sql: Sql,
  { detectionId, since }: QuarantineKey,
  limit: number,
): Promise<PassedPart[]> {
  const rows = await sql.query(
    `select * from passed_events where detection_id = $1 and since = $2
     order by passed_at, part_id, log_type limit $3`,
    [detectionId, since, limit],
  );
  return rows.map((row) => PassedPart.parse(row));
}

/** Takes parts off the list of a locked quarantine: from now on they are decided. */
export async function notePassedJudged(
  tx: Sql,
  { detectionId, since }: QuarantineKey,
  parts: readonly PassedPart[],
  found: { matches: number; errors: number },
): Promise<void> {
  const gone = await tx.query<{ events: number }>(
    `delete from passed_events where detection_id = $1 and since = $2
       and (part_id, log_type) in (select * from unnest($3::text[], $4::text[])) returning events`,
    [detectionId, since, parts.map(({ partId }) => partId), parts.map(({ logType }) => logType)],
  );
  if (gone.length !== parts.length)
    throw new CatchUpLost(`events that passed ${detectionId} were taken off the list elsewhere`);
  await tx.query(
    `update quarantines set judged = judged + $3, match_count = match_count + $4, error_count = error_count + $5, attempt = 0
     where detection_id = $1 and since = $2`,
    [detectionId, since, gone.reduce((sum, { events }) => sum + events, 0), found.matches, found.errors],
  );
}

/** What was not judged in time never will be; it is counted. */
export async function dropTooOld(sql: Sql, before: Date): Promise<void> {
  await sql.query(
    `with gone as (delete from passed_events where passed_at < $1 returning detection_id, since, events)
     update quarantines q set too_old = q.too_old + g.events
     from (select detection_id, since, sum(events)::bigint as events from gone group by detection_id, since) g
     where q.detection_id = g.detection_id and q.since = g.since`,
    [before],
  );
}

export async function dropOldQuarantines(sql: Sql, completedBefore: Date): Promise<void> {
  await sql.query('delete from quarantines where completed_at < $1', [completedBefore]);
}

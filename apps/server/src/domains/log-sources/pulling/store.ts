import { firstRow, type Sql, type Store } from '@margay/store';
import { forgetLeftTokens } from '../../../oauth-tokens/store.ts';

/** A page that was asked for and may or may not be in the event buffer yet. */
export interface PendingPage {
  cursor: string;
  /** Compressed. */
  body: Uint8Array;
  recordCount: number;
}

/** The right to pull a source until another process takes it over; `fence` tells an old owner from the present one. */
export interface PullClaim {
  sourceId: string;
  fence: number;
  /** Of the source as this claim knows it. */
  sourceUpdatedAt: Date;
  scope: string;
  /** JSON; null at the beginning. */
  cursor: string | null;
  /** Number of the next page, which never comes again. */
  page: number;
  failures: number;
  /** Processes in a row that died while they pulled it. */
  deaths: number;
  pending: PendingPage | null;
}

/** How pulling a source goes, as people are told. */
export interface PullState {
  lastSuccessAt: Date | null;
  failingSince: Date | null;
  needsAttention: boolean;
  lastError: string | null;
  nextAttemptAt: Date;
  /** Not pulled until a person saves the source again. */
  isPaused: boolean;
  records: number;
}

/** Processes that die in a row while they pull a source until it is paused. */
export const mostDeaths = 3;

/** Another process pulls the source by now. */
export class PullLost extends Error {}

interface ClaimRow {
  source_id: string;
  fence: number | string;
  source_updated_at: Date;
  scope: string;
  cursor: string | null;
  page: number | string;
  failures: number;
  deaths: number;
  pending_cursor: string | null;
  pending_body: Uint8Array | null;
  pending_records: number | null;
}

/** Pulls begin for new sources, at once for those that were changed, and end for those that are gone. */
export async function syncPulls(
  store: Store,
  sources: readonly { id: string; updatedAt: Date }[],
  now: Date,
): Promise<void> {
  await store.transaction(async (tx) => {
    // By the store and not by this list, which may be a moment old.
    await tx.query(
      'delete from source_pulls where source_id in (select id from log_sources where deleted_at is not null)',
    );
    await forgetLeftTokens(tx);
    for (const { id, updatedAt } of sources) {
      await tx.query(
        `insert into source_pulls (source_id, source_updated_at, next_attempt_at) values ($1, $2, $3)
         on conflict (source_id) do update set source_updated_at = $2, next_attempt_at = $3, failures = 0, deaths = 0
           where source_pulls.source_updated_at <> $2`,
        [id, updatedAt, now],
      );
    }
  });
}

/**
 * Claims the source that is due for the longest time and that no living process pulls. `running`: what this process pulls
 * already; what it claimed and does not pull any more failed to be given back. A claim taken over from a dead process counts
 * as a death; such a source comes before all others and only where none is running, so nothing is claimed until then.
 */
export async function claimDuePull(
  store: Store,
  ownerId: string,
  now: Date,
  running: readonly string[],
): Promise<PullClaim | undefined> {
  const row = await firstRow<ClaimRow>(
    store,
    `update source_pulls set owner_id = $1, fence = fence + 1,
       deaths = deaths + case when owner_id <> $1 then 1 else 0 end where source_id = (
       select source_id from (
         select p.source_id, p.deaths > 0 or coalesce(p.owner_id <> $1, false) as is_suspect from source_pulls p
         where p.next_attempt_at <= $2 and p.deaths < $4
           and (p.owner_id is null or (p.owner_id = $1 and not (p.source_id = any($3::text[])))
             or (p.owner_id <> $1
               and not exists (select 1 from processes q where q.id = p.owner_id and q.lease_until >= now())))
         order by is_suspect desc, p.next_attempt_at limit 1 for update of p skip locked) due
       where not is_suspect or cardinality($3::text[]) = 0)
     returning source_id, fence, source_updated_at, scope, cursor, page, failures, deaths,
       pending_cursor, pending_body, pending_records`,
    [ownerId, now, running, mostDeaths],
  );
  if (row === undefined) return undefined;
  const { pending_cursor: cursor, pending_body: body, pending_records: recordCount } = row;
  return {
    sourceId: row.source_id,
    fence: Number(row.fence),
    sourceUpdatedAt: row.source_updated_at,
    scope: row.scope,
    cursor: row.cursor,
    page: Number(row.page),
    failures: row.failures,
    deaths: row.deaths,
    pending: cursor === null || body === null || recordCount === null ? null : { cursor, body, recordCount },
  };
}

/** Pauses what as many processes died over as may, this one not among them. Gives the ids of the sources. */
export async function pauseDeadlyPulls(
  sql: Sql,
  ownerId: string,
  reason: string,
  now: Date,
): Promise<string[]> {
  const rows = await sql.query<{ source_id: string }>(
    `update source_pulls p set owner_id = null, fence = fence + 1, deaths = deaths + 1, needs_attention = true,
       failing_since = coalesce(failing_since, $2), last_error = $3
     where p.deaths = $4 - 1 and p.owner_id <> $1
       and not exists (select 1 from processes q where q.id = p.owner_id and q.lease_until >= now())
     returning source_id`,
    [ownerId, now, reason, mostDeaths],
  );
  return rows.map(({ source_id }) => source_id);
}

async function change(
  sql: Sql,
  { sourceId, fence }: PullClaim,
  assignments: string,
  values: readonly unknown[],
): Promise<void> {
  const rows = await sql.query(
    `update source_pulls set ${assignments} where source_id = $1 and fence = $2 returning 1`,
    [sourceId, fence, ...values],
  );
  if (rows.length === 0) throw new PullLost(`The source ${sourceId} is pulled by another process by now.`);
}

/** Pulling begins anew: what is asked for is something else by now. */
export const restart = (sql: Sql, claim: PullClaim, scope: string) =>
  change(sql, claim, 'scope = $3, cursor = null', [scope]);

/** From now on the page comes into the event buffer, whatever happens to this process. */
export const keepPending = (sql: Sql, claim: PullClaim, page: PendingPage) =>
  change(sql, claim, 'pending_cursor = $3, pending_body = $4, pending_records = $5', [
    page.cursor,
    page.body,
    page.recordCount,
  ]);

/** The page is in the event buffer, or was empty: pulling goes on behind it. */
export const finishPage = (
  sql: Sql,
  claim: PullClaim,
  page: Pick<PendingPage, 'cursor' | 'recordCount'>,
  now: Date,
) =>
  change(
    sql,
    claim,
    `cursor = $3, page = $4, records = records + $5, last_success_at = $6, failures = 0, failing_since = null,
     needs_attention = false, last_error = null, pending_cursor = null, pending_body = null, pending_records = null`,
    [page.cursor, claim.page + 1, page.recordCount, now],
  );

// A source that a person changed meanwhile is due at once.
const nextAttempt = `next_attempt_at = case when source_updated_at = $4 then $3 else next_attempt_at end`;

/** Gives the source back until `nextAttemptAt`. */
export const releasePull = (sql: Sql, claim: PullClaim, nextAttemptAt: Date) =>
  change(sql, claim, `owner_id = null, deaths = 0, ${nextAttempt}`, [nextAttemptAt, claim.sourceUpdatedAt]);

/** The same after a failure. */
export const releaseFailed = (
  sql: Sql,
  claim: PullClaim,
  failure: { message: string; needsAttention: boolean; nextAttemptAt: Date },
  now: Date,
) =>
  change(
    sql,
    claim,
    `owner_id = null, deaths = 0, ${nextAttempt}, failures = failures + 1, failing_since = coalesce(failing_since, $5),
     needs_attention = $6, last_error = $7`,
    [failure.nextAttemptAt, claim.sourceUpdatedAt, now, failure.needsAttention, failure.message],
  );

export async function findPullState(sql: Sql, sourceId: string): Promise<PullState | undefined> {
  const row = await firstRow<Omit<PullState, 'records'> & { records: number | string }>(
    sql,
    `select last_success_at as "lastSuccessAt", failing_since as "failingSince", needs_attention as "needsAttention",
       last_error as "lastError", next_attempt_at as "nextAttemptAt", deaths >= $2 as "isPaused", records
     from source_pulls where source_id = $1`,
    [sourceId, mostDeaths],
  );
  return row && { ...row, records: Number(row.records) };
}

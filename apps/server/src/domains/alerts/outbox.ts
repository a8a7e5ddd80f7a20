import type { DeliveryAttempt } from '@margay/alert';
import { newId } from '@margay/kit';
import { storableText, type Sql } from '@margay/store';
import type { DeliveryRecord } from '../destinations/index.ts';

/** A delivery that waits for its next attempt. */
export interface ClaimedDelivery {
  id: string;
  alertId: string;
  outputId: string;
  /** Counts the one about to be made, from 1. */
  attempt: number;
}

/** Deliveries of one destination that one claim hands out. */
const perDestination = 5;
const perClaim = 50;
/** A claimed delivery whose process died becomes due again after this time. */
export const leaseMs = 5 * 60_000;

/** Adds deliveries that are due at once; one that exists already stays as it is. */
export async function insertDeliveries(
  tx: Sql,
  deliveries: readonly { alertId: string; outputId: string }[],
  at: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query(
    `insert into deliveries (id, alert_id, output_id, status, next_attempt_at, created_at)
     select id, alert_id, output_id, 'PENDING', $4, $4
     from unnest($1::text[], $2::text[], $3::text[]) as n (id, alert_id, output_id)
     on conflict (alert_id, output_id) do nothing`,
    [
      deliveries.map(() => newId(at.getTime())),
      deliveries.map(({ alertId }) => alertId),
      deliveries.map(({ outputId }) => outputId),
      at,
    ],
  );
}

/**
 * Takes due deliveries, a few of each destination, so that one that is slow or dead does not hold up the others.
 * Destinations whose circuit is open wait. What is taken is nobody else's until the lease ends.
 */
export async function claimDeliveries(sql: Sql, now: Date): Promise<ClaimedDelivery[]> {
  const rows = await sql.query<{ id: string; alert_id: string; output_id: string; attempts: number }>(
    `with ranked as (
       select d.id, d.next_attempt_at,
         row_number() over (partition by d.output_id order by d.next_attempt_at, d.id) as place
       from deliveries d left join destinations t on t.output_id = d.output_id
       where d.status = 'PENDING' and d.next_attempt_at <= $1
         and (t.circuit_open_until is null or t.circuit_open_until <= $1)
     ), taken as (
       select id from deliveries
       where id in (select id from ranked where place <= ${perDestination} order by next_attempt_at limit ${perClaim})
         and status = 'PENDING' and next_attempt_at <= $1
       for update skip locked
     )
     update deliveries d set attempts = attempts + 1, next_attempt_at = $2
     from taken where d.id = taken.id
     returning d.id, d.alert_id, d.output_id, d.attempts`,
    [now, new Date(now.getTime() + leaseMs)],
  );
  return rows.map((row) => ({
    id: row.id,
    alertId: row.alert_id,
    outputId: row.output_id,
    attempt: row.attempts,
  }));
}

export async function settleDelivery(
  sql: Sql,
  id: string,
  after: { status: 'DELIVERED' | 'FAILED' } | { status: 'PENDING'; nextAttemptAt: Date },
): Promise<void> {
  if (after.status === 'PENDING')
    await sql.query('update deliveries set next_attempt_at = $2 where id = $1', [id, after.nextAttemptAt]);
  else await sql.query('update deliveries set status = $2 where id = $1', [id, after.status]);
}

/** A re-send by hand that worked ends the waiting as well. */
export async function markDelivered(sql: Sql, alertId: string, outputId: string): Promise<void> {
  await sql.query(
    `update deliveries set status = 'DELIVERED' where alert_id = $1 and output_id = $2 and status = 'PENDING'`,
    [alertId, outputId],
  );
}

export async function insertAttempt(sql: Sql, alertId: string, attempt: DeliveryAttempt): Promise<void> {
  await sql.query(
    `insert into delivery_attempts (id, alert_id, output_id, dispatched_at, success, status_code, message, label, url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      newId(),
      alertId,
      attempt.outputId,
      attempt.dispatchedAt,
      attempt.success,
      attempt.statusCode,
      storableText(attempt.message),
      storableText(attempt.label),
      storableText(attempt.url),
    ],
  );
}

/** Newest first. */
export async function listAttempts(sql: Sql, alertId: string): Promise<DeliveryRecord[]> {
  const rows = await sql.query<{
    output_id: string;
    dispatched_at: Date;
    success: boolean;
    status_code: number;
    message: string;
    label: string;
    url: string;
  }>(
    `select output_id, dispatched_at, success, status_code, message, label, url from delivery_attempts
     where alert_id = $1 order by dispatched_at desc, id desc limit 500`,
    [alertId],
  );
  return rows.map((row) => ({
    outputId: row.output_id,
    dispatchedAt: row.dispatched_at,
    success: row.success,
    statusCode: row.status_code,
    message: row.message,
    label: row.label,
    url: row.url,
  }));
}

export async function countAttempts(sql: Sql, alertId: string, outputId: string): Promise<number> {
  const rows = await sql.query<{ n: number }>(
    'select count(*) as n from delivery_attempts where alert_id = $1 and output_id = $2',
    [alertId, outputId],
  );
  return rows[0]?.n ?? 0;
}

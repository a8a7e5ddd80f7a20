import type { EventBalance } from '@margay/model';
import type { Sql } from '@margay/store';
import type { BalancePart, VolumePart } from './messages.ts';

/**
 * Books entries as received and in flight: they were framed, and are on their way into the lake. Those that failed before
 * stay booked as failed until they settle.
 */
export async function bookInFlight(sql: Sql, partId: string, balance: readonly BalancePart[]): Promise<void> {
  for (const entry of balance) {
    await sql.query(
      `insert into balance_in_flight (group_id, source_id, minute, received, bytes) values ($1, $2, $3, $4, $5)
       on conflict (group_id, source_id, minute) do update set received = $4, bytes = $5`,
      [
        partId,
        entry.sourceId,
        new Date(entry.minute),
        Math.max(0, entry.received - entry.retried),
        entry.bytes,
      ],
    );
  }
}

/**
 * Moves entries from in flight to stored and failed, once their rows are in the lake, and takes away what was booked as
 * failed before and came again. False, and nothing is changed, where an earlier attempt did: nothing is in flight then.
 */
export async function settleBalance(
  sql: Sql,
  partId: string,
  balance: readonly BalancePart[],
  volumes: readonly VolumePart[],
  now: Date,
): Promise<boolean> {
  const inFlight = await sql.query('delete from balance_in_flight where group_id = $1 returning 1', [partId]);
  if (inFlight.length === 0) return false;
  for (const entry of balance) {
    await sql.query(
      `insert into event_balance (source_id, minute, received, stored, failed, bytes) values ($1, $2, $3, $4, $5, $6)
       on conflict (source_id, minute) do update set
         received = event_balance.received + $3 - least(event_balance.failed, $7),
         stored = event_balance.stored + $4,
         failed = event_balance.failed + $5 - least(event_balance.failed, $7),
         bytes = event_balance.bytes + $6`,
      [
        entry.sourceId,
        new Date(entry.minute),
        entry.received,
        entry.stored,
        entry.failed,
        entry.bytes,
        entry.retried,
      ],
    );
    // Failures that are processed again are no word of the sender.
    if (entry.retried >= entry.received) continue;
    await sql.query(
      `update log_sources set last_processed_at = $2, last_received_at = greatest(last_received_at, $3) where id = $1`,
      [entry.sourceId, now, new Date(entry.minute)],
    );
  }
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  for (const volume of volumes) {
    await sql.query(
      `insert into log_type_volume (source_id, log_type, hour, events, bytes) values ($1, $2, $3, $4, $5)
       on conflict (source_id, log_type, hour) do update set events = log_type_volume.events + $4, bytes = log_type_volume.bytes + $5`,
      [volume.sourceId, volume.logType, hour, volume.events, volume.bytes],
    );
  }
  return true;
}

interface BalanceRow {
  source_id: string;
  minute: Date;
  received: number;
  stored: number;
  duplicate: number;
  failed: number;
  in_flight: number;
  bytes: number;
}

/** The balance of a source, minute by minute, newest first. */
export async function readBalance(sql: Sql, sourceId: string, since: Date): Promise<EventBalance[]> {
  const rows = await sql.query<BalanceRow>(
    `select source_id, minute, sum(received)::bigint as received, sum(stored)::bigint as stored,
       sum(duplicate)::bigint as duplicate, sum(failed)::bigint as failed, sum(in_flight)::bigint as in_flight,
       sum(bytes)::bigint as bytes
     from (
       select source_id, minute, received, stored, duplicate, failed, 0 as in_flight, bytes from event_balance
       where source_id = $1 and minute >= $2
       union all
       select source_id, minute, received, 0, 0, 0, received, bytes from balance_in_flight
       where source_id = $1 and minute >= $2
     ) booked group by source_id, minute order by minute desc`,
    [sourceId, since],
  );
  return rows.map((row) => ({
    sourceId: row.source_id,
    minute: row.minute,
    received: row.received,
    stored: row.stored,
    duplicate: row.duplicate,
    failed: row.failed,
    inFlight: row.in_flight,
    bytes: row.bytes,
  }));
}

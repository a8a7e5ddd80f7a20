import type { DetectionKind, Severity } from '@margay/model';
import { firstRow, storableText, type Sql } from '@margay/store';
import type { NewSignal } from './entry.ts';

/** A signal as readers get it. */
export interface FeedSignal extends NewSignal {
  position: number;
}

/** What the commit of new signals notifies. */
export const signalChannel = 'margay_signals';

/**
 * Adds signals at the feed's end. The head is locked until the transaction ends: who adds later commits later, so a
 * position that can be read has none below it that comes afterwards. Call it last, so that the lock is held shortly.
 */
export async function appendSignals(tx: Sql, signals: readonly NewSignal[]): Promise<void> {
  let piece: NewSignal[] = [];
  let length = 0;
  for (const signal of signals) {
    piece.push(signal);
    length += signal.event.length + (signal.alertContext?.length ?? 0);
    if (length < pieceLength && piece.length < pieceSignals) continue;
    await appendPiece(tx, piece);
    piece = [];
    length = 0;
  }
  if (piece.length > 0) await appendPiece(tx, piece);
}

/** What one statement adds at most: its parameters are texts, which have a longest length and are made in one go. */
const pieceLength = 8 * 1024 * 1024;
const pieceSignals = 10_000;

async function appendPiece(tx: Sql, signals: readonly NewSignal[]): Promise<void> {
  const column = <Value>(of: (signal: NewSignal) => Value) => signals.map(of);
  await tx.query(
    `with head as (update signal_feed_head set position = position + $1
       returning position, pg_notify('${signalChannel}', '') as told)
     insert into signal_feed (position, signal_id, detection_id, detection_kind, severity, alert_id, dedup_string,
       log_type, row_ids, event_time, arrived_at, recorded_at, event, alert_context, is_cut, contributions)
     select head.position - $1 + n, signal_id, detection_id, detection_kind, severity, alert_id, dedup_string,
       log_type, string_to_array(row_ids, ' '), event_time, arrived_at, recorded_at, event, alert_context, is_cut,
       contributions
     from head, rows from (
       unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
         $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::text[], $14::boolean[], $15::text[]),
       string_to_table($16, E'\\n')) with ordinality
       as added (signal_id, detection_id, detection_kind, severity, alert_id, dedup_string, log_type, row_ids,
         event_time, arrived_at, recorded_at, alert_context, is_cut, contributions, event, n)`,
    [
      signals.length,
      column(({ id }) => id),
      column(({ detectionId }) => detectionId),
      column(({ detectionKind }) => detectionKind),
      column(({ severity }) => severity),
      column(({ alertId }) => alertId),
      column(({ dedupString }) => dedupString),
      column(({ logType }) => storableText(logType)),
      column(({ rowIds }) => rowIds.join(' ')),
      column(({ eventTime }) => eventTime.toISOString()),
      column(({ arrivedAt }) => arrivedAt.toISOString()),
      column(({ recordedAt }) => recordedAt.toISOString()),
      column(({ alertContext }) => alertContext),
      column(({ isCut }) => isCut),
      column(({ basis }) => (basis === null ? null : JSON.stringify(basis))),
      // The largest of them: lines are taken apart in half the time of an array, and JSON text has no line feeds.
      column(({ event }) => event).join('\n'),
    ],
  );
}

interface FeedRow {
  head: number;
  /** Null in the one row there is when nothing is to be read. */
  position: number | null;
  signal_id: string;
  detection_id: string;
  detection_kind: DetectionKind | null;
  severity: Severity | null;
  alert_id: string | null;
  dedup_string: string | null;
  log_type: string;
  row_ids: string[];
  event_time: Date;
  arrived_at: Date;
  recorded_at: Date;
  event: string;
  alert_context: string | null;
  is_cut: boolean;
  contributions: string | null;
}

/** Head and entries of one moment: one statement. */
export async function selectSignals(
  sql: Sql,
  after: number,
  limit: number,
): Promise<{ head: number; signals: FeedSignal[] }> {
  const rows = await sql.query<FeedRow>(
    `select h.position as head, s.* from signal_feed_head h
     left join lateral (select * from signal_feed where position > $1 order by position limit $2) s on true
     order by s.position`,
    [after, limit],
  );
  return {
    head: rows[0]?.head ?? 0,
    signals: rows.flatMap((row) => (row.position === null ? [] : [signalOfRow(row, row.position)])),
  };
}

const signalOfRow = (row: FeedRow, position: number): FeedSignal => ({
  position,
  id: row.signal_id,
  detectionId: row.detection_id,
  detectionKind: row.detection_kind,
  severity: row.severity,
  alertId: row.alert_id,
  dedupString: row.dedup_string,
  logType: row.log_type,
  rowIds: row.row_ids,
  eventTime: row.event_time,
  arrivedAt: row.arrived_at,
  recordedAt: row.recorded_at,
  event: row.event,
  alertContext: row.alert_context,
  isCut: row.is_cut,
  // Written by ourselves.
  basis: row.contributions === null ? null : (JSON.parse(row.contributions) as FeedSignal['basis']),
});

export async function headOf(sql: Sql): Promise<number> {
  const row = await firstRow<{ position: number }>(sql, 'select position from signal_feed_head');
  return row?.position ?? 0;
}

/** How many entries one statement removes, so that others need not wait for long. */
const removedAtOnce = 10_000;

/** Removes the oldest entries: those recorded before `oldest`, and all but the last `most`. */
export async function removeSignals(sql: Sql, oldest: Date, most: number): Promise<number> {
  const bound = await firstRow<{ kept: number }>(
    sql,
    `select greatest(h.position - $2 + 1, coalesce(
       (select position from signal_feed where recorded_at >= $1 order by position limit 1), h.position + 1)) as kept
     from signal_feed_head h`,
    [oldest, most],
  );
  for (let removed = 0; ;) {
    const rows = await sql.query(
      `delete from signal_feed where position < $1
         and position < (select min(position) from signal_feed) + $2 returning 1 as one`,
      [bound?.kept ?? 0, removedAtOnce],
    );
    removed += rows.length;
    if (rows.length === 0) return removed;
  }
}

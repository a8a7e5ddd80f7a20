import { quoteIdentifier } from '../dialects/clickhouse/quoting.ts';
import { timestampText } from '../ir/timestamps.ts';
import { tableName, type BoundSql, type StoredTable } from './stored-table.ts';

/** One event by its row id. Its time makes finding it quick; it may be cut to milliseconds. */
export function eventSql(
  table: StoredTable,
  columns: readonly string[],
  { rowId, eventTime }: { rowId: string; eventTime?: Date },
): BoundSql {
  const params: Record<string, unknown> = { rowId };
  let when = '';
  if (eventTime) {
    when = `p_event_time >= {from:DateTime64(9, 'UTC')} AND p_event_time < {to:DateTime64(9, 'UTC')} AND `;
    params['from'] = timestampText(eventTime.getTime());
    params['to'] = timestampText(eventTime.getTime() + 1);
  }
  return {
    sql: `SELECT ${columns.map(quoteIdentifier).join(', ')} FROM ${tableName(table)}
      WHERE ${when}p_row_id = {rowId:String} LIMIT 1`,
    params,
  };
}

/** Row id and time of the earliest event of an alert, among the stored matches of one log type. */
export function firstMatchSql(
  table: StoredTable,
  { alertId, from }: { alertId: string; from?: Date },
): BoundSql {
  const when = from ? `p_event_time >= {from:DateTime64(9, 'UTC')} AND ` : '';
  return {
    sql: `SELECT p_row_id, p_event_time FROM ${tableName(table)}
      WHERE ${when}p_alert_id = {alertId:String} ORDER BY p_event_time, p_row_id LIMIT 1`,
    params: { alertId, ...(from ? { from: timestampText(from.getTime()) } : {}) },
  };
}

/** Rows of these batches, which a row id begins with and which are all of one length, between two row ids. */
export function batchRowsSql(
  batches: readonly string[],
  { firstRow, lastRow }: { firstRow: string; lastRow: string },
): BoundSql {
  return {
    sql: `substring(p_row_id, 1, length({anyBatch:String})) IN {batches:Array(String)}
    AND p_row_id >= {firstRow:String} AND p_row_id <= {lastRow:String}`,
    params: { anyBatch: batches[0] ?? '', batches, firstRow, lastRow },
  };
}

import { quoteIdentifier } from '../dialects/clickhouse/quoting.ts';
import { timestampText } from '../ir/timestamps.ts';
import { tableName, type BoundSql, type StoredTable } from './stored-table.ts';

/** Stored events of one log type between two event times; `to` is not included. */
export interface StoredWindow {
  layout: StoredTable;
  logType: string;
  from: Date;
  to: Date;
  parsedBefore: Date;
  /** Absent: every event is a candidate. */
  candidates?: BoundSql;
}

/** Where a page begins: behind this event. */
export interface EventPosition {
  time: string;
  rowId: string;
}

/** The events in the window, candidates or not. */
function windowWhere(window: StoredWindow): BoundSql {
  return {
    sql: `p_event_time >= {from:DateTime64(9, 'UTC')} AND p_event_time < {to:DateTime64(9, 'UTC')}
      AND p_log_type = {logType:String} AND p_parse_time < {parsedBefore:DateTime64(9, 'UTC')}`,
    params: {
      from: timestampText(window.from.getTime()),
      to: timestampText(window.to.getTime()),
      logType: window.logType,
      parsedBefore: timestampText(window.parsedBefore.getTime()),
    },
  };
}

const timeColumn = 'p_event_time';

/** What a page's rows hold: columns, and behind them what is made of columns. */
export interface PageCells {
  columns: readonly string[];
  made?: readonly BoundSql[];
}

/** The next page of candidates in the order of time, then row id. */
export function pageSql(
  window: StoredWindow,
  after: EventPosition | undefined,
  rows: number,
  { columns, made = [] }: PageCells,
): BoundSql {
  const { sql, params } = windowWhere(window);
  const conditions = [sql];
  if (window.candidates) conditions.push(window.candidates.sql);
  if (after) {
    conditions.push(
      `${timeColumn} >= {afterTime:DateTime64(9, 'UTC')}
       AND (${timeColumn} > {afterTime:DateTime64(9, 'UTC')} OR p_row_id > {afterRow:String})`,
    );
    Object.assign(params, { afterTime: after.time, afterRow: after.rowId });
  }
  for (const cell of made) Object.assign(params, cell.params);
  const cells = [...columns.map(quoteIdentifier), ...made.map((cell) => cell.sql)];
  return {
    sql: `SELECT ${cells.join(', ')} FROM ${tableName(window.layout)}
      WHERE ${conditions.join(' AND ')} ORDER BY ${timeColumn}, p_row_id LIMIT ${rows}`,
    params: { ...params, ...window.candidates?.params },
  };
}

/** Chosen rows between two event times, both included. */
export function rowsSql(
  window: StoredWindow,
  { rowIds, first, last }: { rowIds: readonly string[]; first: string; last: string },
  columns: readonly string[],
): BoundSql {
  return {
    sql: `SELECT ${columns.map(quoteIdentifier).join(', ')} FROM ${tableName(window.layout)}
      WHERE ${timeColumn} >= {first:DateTime64(9, 'UTC')} AND ${timeColumn} <= {last:DateTime64(9, 'UTC')}
      AND p_log_type = {logType:String} AND p_row_id IN {rowIds:Array(String)}`,
    params: { first, last, logType: window.logType, rowIds },
  };
}

/** How many candidates (without a condition: events) lie in each slice, counted from `origin`. */
export function histogramSql(window: StoredWindow, origin: Date, widthMs: number): BoundSql {
  const { sql, params } = windowWhere(window);
  const conditions = window.candidates ? [sql, window.candidates.sql] : [sql];
  return {
    sql: `SELECT intDiv(toUnixTimestamp64Milli(${timeColumn}) - {originMs:Int64}, {widthMs:Int64}) AS slice, count()
      FROM ${tableName(window.layout)} WHERE ${conditions.join(' AND ')} GROUP BY slice ORDER BY slice`,
    params: { ...params, ...window.candidates?.params, originMs: origin.getTime(), widthMs },
  };
}

/** The event time of the n-th newest event: where a window cut by size begins. */
export function nthNewestSql(window: StoredWindow, rows: number): BoundSql {
  const { sql, params } = windowWhere(window);
  return {
    sql: `SELECT ${timeColumn} FROM ${tableName(window.layout)} WHERE ${sql}
      ORDER BY ${timeColumn} DESC LIMIT 1 OFFSET ${rows}`,
    params,
  };
}

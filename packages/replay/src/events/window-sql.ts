import { identifier, tableReference, type TableLayout } from '@margay/lake';
import { timestampTextOfDate } from '@margay/schema';
import type { CandidateSql } from '../candidates/condition-sql.ts';
import type { ReducedRead } from './reduced-event.ts';

/** One log type's part of a replay's events. */
export interface EventWindow {
  layout: TableLayout;
  logType: string;
  from: Date;
  to: Date;
  parsedBefore: Date;
  /** Absent: every event is a candidate. */
  candidates?: CandidateSql;
  /** All the rule looks at, where columns hold it; absent: the rule must see whole events. */
  reads?: readonly ReducedRead[];
}

/** Where a page begins: behind this event. */
export interface EventPosition {
  time: string;
  rowId: string;
}

export interface Where {
  sql: string;
  params: Record<string, unknown>;
}

/** The events in the window, candidates or not. */
export function windowWhere(window: EventWindow): Where {
  return {
    sql: `p_event_time >= {from:DateTime64(9, 'UTC')} AND p_event_time < {to:DateTime64(9, 'UTC')}
      AND p_log_type = {logType:String} AND p_parse_time < {parsedBefore:DateTime64(9, 'UTC')}`,
    params: {
      from: timestampTextOfDate(window.from),
      to: timestampTextOfDate(window.to),
      logType: window.logType,
      parsedBefore: timestampTextOfDate(window.parsedBefore),
    },
  };
}

const timeColumn = 'p_event_time';

/** What a page's rows hold: columns, and behind them what is made of columns. */
export interface PageCells {
  columns: readonly string[];
  made?: readonly CandidateSql[];
}

/** The next page of candidates in the order of time, then row id. */
export function pageSql(
  window: EventWindow,
  after: EventPosition | undefined,
  rows: number,
  { columns, made = [] }: PageCells,
): Where {
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
  const cells = [...columns.map(identifier), ...made.map((cell) => cell.sql)];
  return {
    sql: `SELECT ${cells.join(', ')} FROM ${tableReference(window.layout)}
      WHERE ${conditions.join(' AND ')} ORDER BY ${timeColumn}, p_row_id LIMIT ${rows}`,
    params: { ...params, ...window.candidates?.params },
  };
}

/** Chosen rows between two event times, both included. */
export function rowsSql(
  window: EventWindow,
  { rowIds, first, last }: { rowIds: readonly string[]; first: string; last: string },
  columns: readonly string[],
): Where {
  return {
    sql: `SELECT ${columns.map(identifier).join(', ')} FROM ${tableReference(window.layout)}
      WHERE ${timeColumn} >= {first:DateTime64(9, 'UTC')} AND ${timeColumn} <= {last:DateTime64(9, 'UTC')}
      AND p_log_type = {logType:String} AND p_row_id IN {rowIds:Array(String)}`,
    params: { first, last, logType: window.logType, rowIds },
  };
}

/** How many candidates (without a condition: events) lie in each slice, counted from `origin`. */
export function histogramSql(window: EventWindow, origin: Date, widthMs: number): Where {
  const { sql, params } = windowWhere(window);
  const conditions = window.candidates ? [sql, window.candidates.sql] : [sql];
  return {
    sql: `SELECT intDiv(toUnixTimestamp64Milli(${timeColumn}) - {originMs:Int64}, {widthMs:Int64}) AS slice, count()
      FROM ${tableReference(window.layout)} WHERE ${conditions.join(' AND ')} GROUP BY slice ORDER BY slice`,
    params: { ...params, ...window.candidates?.params, originMs: origin.getTime(), widthMs },
  };
}

/** The event time of the n-th newest event: where a window cut by size begins. */
export function nthNewestSql(window: EventWindow, rows: number): Where {
  const { sql, params } = windowWhere(window);
  return {
    sql: `SELECT ${timeColumn} FROM ${tableReference(window.layout)} WHERE ${sql}
      ORDER BY ${timeColumn} DESC LIMIT 1 OFFSET ${rows}`,
    params,
  };
}

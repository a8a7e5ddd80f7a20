import { identifier, tableReference, type TableLayout } from '@margay/lake';
import { timestampTextOfDate } from '@margay/schema';
import type { CandidateSql } from '../candidates/condition-sql.ts';
import type { ReplayScope } from '../scope.ts';

/** One log type's part of a replay's events. */
export interface EventWindow {
  layout: TableLayout;
  logType: string;
  from: Date;
  to: Date;
  parsedBefore: Date;
  /** Absent: every event is a candidate. */
  candidates?: CandidateSql;
}

/** Where a page begins: behind this event. */
export interface EventPosition {
  time: string;
  rowId: string;
}

interface Where {
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

/** The next page of candidates in the order of time, then row id. The first columns say what and when, in any case. */
export function pageSql(
  window: EventWindow,
  after: EventPosition | undefined,
  rows: number,
  columns: readonly string[],
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
  return {
    sql: `SELECT ${columns.map(identifier).join(', ')} FROM ${tableReference(window.layout)}
      WHERE ${conditions.join(' AND ')} ORDER BY ${timeColumn}, p_row_id LIMIT ${rows}`,
    params: { ...params, ...window.candidates?.params },
  };
}

/** Events and candidates in equal slices of the window. */
export function histogramSql(window: EventWindow, scope: Pick<ReplayScope, 'from'>, widthMs: number): Where {
  const { sql, params } = windowWhere(window);
  const candidates = window.candidates ? `countIf(${window.candidates.sql})` : 'count()';
  return {
    sql: `SELECT intDiv(toUnixTimestamp64Milli(${timeColumn}) - {originMs:Int64}, {widthMs:Int64}) AS slice, count(), ${candidates}
      FROM ${tableReference(window.layout)} WHERE ${sql} GROUP BY slice ORDER BY slice`,
    params: { ...params, ...window.candidates?.params, originMs: scope.from.getTime(), widthMs },
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

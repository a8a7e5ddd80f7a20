import type { Catalog } from '@margay/model';

import type { TimeRange } from '../../ir/relation.ts';
import { readTimestamp } from '../../ir/timestamps.ts';
import type { SearchRequest } from './schema.ts';
import { chosenTables } from './sources.ts';
import { rangeOfDuration } from './time-frames.ts';

export type Report = (path: string, code: string, message: string) => void;

/** Where and when a form searches. */
export type ScopeRequest = Pick<
  SearchRequest,
  'databases' | 'tables' | 'relativeTime' | 'startTime' | 'endTime'
>;

export interface SearchScope {
  tables: { database: string; table: string }[];
  timeRange: TimeRange;
}

/** Tables and range of a form; what is wrong with them is reported at its field. */
export function readScope(request: ScopeRequest, catalog: Catalog, now: Date, report: Report): SearchScope {
  const source = chosenTables(catalog, request.databases, request.tables);
  const { unknownDatabases, unknownTables } = source;
  if (unknownDatabases.length > 0)
    report('databases', 'name.unknown_database', `Invalid database(s): ${unknownDatabases.join(', ')}`);
  if (unknownTables.length > 0)
    report('tables', 'name.unknown_table', `Invalid table(s): ${unknownTables.join(', ')}`);
  if (source.tables.length === 0 && unknownDatabases.length === 0 && unknownTables.length === 0)
    report(
      'tables',
      'name.unknown_table',
      'There are no tables to search. Choose other databases, or send logs first.',
    );
  return {
    tables: source.tables.map((table) => ({ database: table.database, table: table.name })),
    timeRange: readRange(request, now, report),
  };
}

function readRange(request: ScopeRequest, now: Date, report: Report): TimeRange {
  if (request.relativeTime) {
    const range = rangeOfDuration(request.relativeTime, now);
    if (!range)
      report(
        'relativeTime',
        'value.invalid',
        `"${request.relativeTime}" is not an ISO 8601 duration such as PT20M.`,
      );
    return range ?? {};
  }
  const fromMs = readTime('startTime', request.startTime, report);
  const toMs = readTime('endTime', request.endTime, report);
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs)
    report('endTime', 'value.invalid', 'The end of the time range lies before its start.');
  return { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) };
}

/** The zero date stands for "no bound". */
const zeroDate = '0001-01-01';

function readTime(field: string, text: string | undefined, report: Report): number | undefined {
  if (!text || text.startsWith(zeroDate)) return undefined;
  const time = readTimestamp(text);
  if (time === undefined) {
    report(field, 'value.invalid', `"${text}" is not a time. Write it as YYYY-MM-DDTHH:MM:SSZ.`);
    return undefined;
  }
  return Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`);
}

import { parseTime } from '../../../lib/format-time.ts';
import type { Results } from '../results/use-results.ts';
import type { Search } from '../use-search.ts';
import { useSummary } from '../../../lib/data-lake/use-search-run.ts';
import { chartColumns } from './chart.ts';
import type { ChartColumn, ChartRow } from './chart.ts';
import { modeOf } from '../modes/index.ts';

/** What a chart can be made from. */
export interface ChartSource {
  columns: ChartColumn[];
  /** Undefined while they are on their way. */
  rows: ChartRow[] | undefined;
  /** There are rows beyond these. */
  hasMore: boolean;
  /** Values of the X column there are, where the rows are only the most frequent ones. */
  valueCount?: number | undefined;
  failure?: unknown;
  /** The rows count events: Y is their number, and only a course of time has groups. */
  countsEvents: boolean;
}

/** The column that says how many events a row stands for. */
export const eventsColumn = 'events';
const timeColumn = 'p_event_time';
const maxTop = 25;

/** The rows of a query, or the events of the search form counted by time or by the values of a field. */
export function useChartSource(
  search: Search,
  results: Results,
  fields: readonly string[],
  x: string | undefined,
): ChartSource {
  const { run, queryId, form } = search;
  const { isText } = modeOf(form);
  const byTime = x === undefined || x === timeColumn;
  const top = useSummary(queryId, [x ?? timeColumn], !isText && !byTime && run.total > 0, maxTop);
  if (isText) {
    const { chartRows: chart } = run;
    return {
      columns: chart ? chartColumns(chart.order, chart.types, chart.rows) : [],
      rows: chart?.rows,
      hasMore: chart?.hasMore ?? false,
      countsEvents: false,
    };
  }
  const columns: ChartColumn[] = [
    { name: timeColumn, kind: 'time' },
    { name: 'p_log_type', kind: 'text' },
    ...fields
      .filter((name) => name !== timeColumn && name !== 'p_log_type')
      .map((name): ChartColumn => ({ name, kind: 'text' })),
    { name: eventsColumn, kind: 'number' },
  ];
  const shared = { columns, hasMore: false, countsEvents: true };
  if (byTime) return { ...shared, rows: results.timeline && timeRows(results.timeline) };
  const facts = top.data?.columnInfo.types['distinctCounts'] as Record<string, number> | undefined; // sent so by the server
  return {
    ...shared,
    failure: top.error ?? undefined,
    valueCount: facts?.[x],
    rows: top.data?.edges.map(({ node }) => ({ [x]: node['value'], [eventsColumn]: node['count'] })),
  };
}

function timeRows({ times, series }: NonNullable<Results['timeline']>): ChartRow[] {
  return times.flatMap((time, index) =>
    series.map(({ name, values }) => ({
      [timeColumn]: time.toISOString(),
      p_log_type: name,
      [eventsColumn]: values[index] ?? 0,
    })),
  );
}

/** X values of a course of time as people read them. */
export function timeWord(word: string, write: (at: Date) => string): string {
  const at = parseTime(word);
  return at ? write(at) : word;
}

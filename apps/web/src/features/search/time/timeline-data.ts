import type { Series } from '../../../ui/chart/series.ts';
import { totalOf } from '../../../ui/chart/series.ts';
import type { SearchResults } from '../../../lib/data-lake/queries.ts';

export interface TimelineData {
  /** Start of every bucket of the range, also of empty ones. */
  times: Date[];
  /** Per log type, largest first. */
  series: Series[];
  total: number;
  from: Date | undefined;
  to: Date | undefined;
}

/** More buckets than this would not be bars any more; the server makes about 60. */
const maxBuckets = 1000;

/** Counts by bucket and log type out of the rows `{bucket, series, count}`. Without event times there are only counts. */
export function timelineOf({ columnInfo, edges, stats }: SearchResults): TimelineData {
  const { bucketSeconds, startTime, endTime } = columnInfo.types;
  const rows = edges.map(({ node }) => ({
    at: typeof node['bucket'] === 'string' ? Date.parse(node['bucket']) : Number.NaN,
    name: String(node['series'] ?? '') || 'Events',
    count: Number(node['count'] ?? 0),
  }));
  const dated = rows.filter((row) => !Number.isNaN(row.at));
  const from = typeof startTime === 'string' ? new Date(startTime) : undefined;
  const to = typeof endTime === 'string' ? new Date(endTime) : undefined;
  const stepMs = typeof bucketSeconds === 'number' ? bucketSeconds * 1000 : 0;
  const empty = { times: [], series: [], total: stats.rowCount, from, to };
  if (dated.length === 0 || stepMs <= 0) return empty;
  const starts = bucketStarts(
    dated.map((row) => row.at),
    stepMs,
    from?.getTime(),
    to?.getTime(),
  );
  const indexOf = new Map(starts.map((start, index) => [start, index]));
  const byName = new Map<string, number[]>();
  for (const { at, name, count } of dated) {
    const values = byName.get(name) ?? starts.map(() => 0);
    const index = indexOf.get(at);
    if (index !== undefined) values[index] = (values[index] ?? 0) + count;
    byName.set(name, values);
  }
  const series = [...byName].map(([name, values]): Series => ({ name, values }));
  return {
    ...empty,
    times: starts.map((start) => new Date(start)),
    series: series.toSorted((a, b) => totalOf(b.values) - totalOf(a.values)),
  };
}

function bucketStarts(seen: readonly number[], stepMs: number, from = Infinity, to = -Infinity): number[] {
  const anchor = seen[0] ?? 0;
  const first = Math.min(...seen, anchor + Math.floor((Math.min(from, anchor) - anchor) / stepMs) * stepMs);
  const last = Math.max(...seen, to === -Infinity ? -Infinity : to - 1);
  const count = Math.min(maxBuckets, Math.floor((last - first) / stepMs) + 1);
  return Array.from({ length: count }, (_, index) => first + index * stepMs);
}

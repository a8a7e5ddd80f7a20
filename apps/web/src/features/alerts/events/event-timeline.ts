import { bucketWidthOf } from '../list/histogram.ts';

export interface EventTimeline {
  times: Date[];
  /** Most frequent log type first. */
  series: { name: string; values: number[]; total: number }[];
}

const leastBuckets = 40;

/** Events per round bucket of time and log type. Events without a time are counted but not drawn. */
export function eventTimeline(events: readonly { at: Date | undefined; logType: string }[]): EventTimeline {
  const moments = events.flatMap(({ at }) => (at ? [at.getTime()] : []));
  const start = moments.reduce((least, at) => Math.min(least, at), Infinity);
  const end = moments.reduce((most, at) => Math.max(most, at), -Infinity);
  const bucketMs = moments.length > 0 ? bucketWidthOf(end - start) : 1;
  const used = moments.length > 0 ? Math.floor(end / bucketMs) - Math.floor(start / bucketMs) + 1 : 0;
  // A single bar as wide as the chart says nothing: there is some time before and after.
  const margin = used > 0 ? Math.ceil(Math.max(0, leastBuckets - used) / 2) : 0;
  const first = used > 0 ? Math.floor(start / bucketMs) - margin : 0;
  const length = used + 2 * margin;
  const byType = new Map<string, { values: number[]; total: number }>();
  for (const { at, logType } of events) {
    const entry = byType.get(logType) ?? { values: Array.from({ length }, () => 0), total: 0 };
    byType.set(logType, entry);
    entry.total += 1;
    if (at) entry.values[Math.floor(at.getTime() / bucketMs) - first]! += 1;
  }
  return {
    times: Array.from({ length }, (_, index) => new Date((first + index) * bucketMs)),
    series: [...byType]
      .map(([name, entry]) => ({ name, ...entry }))
      .toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name)),
  };
}

/** The same of what the server counted. Some time before and after keeps a single bar from filling the chart. */
export function countedTimeline(
  bucketSeconds: number,
  buckets: readonly { startTime: string; logType: string; count: number }[],
): EventTimeline {
  const widthMs = bucketSeconds * 1000;
  const placeOf = (startTime: string) => Math.round(Date.parse(startTime) / widthMs);
  const places = buckets.map(({ startTime }) => placeOf(startTime));
  const used = Math.max(...places) - Math.min(...places) + 1;
  const margin = Math.ceil(Math.max(0, leastBuckets - used) / 2);
  const first = Math.min(...places) - margin;
  const length = used + 2 * margin;
  const byType = new Map<string, { values: number[]; total: number }>();
  for (const { startTime, logType, count } of buckets) {
    const entry = byType.get(logType) ?? { values: Array.from({ length }, () => 0), total: 0 };
    byType.set(logType, entry);
    entry.total += count;
    entry.values[placeOf(startTime) - first]! += count;
  }
  return {
    times: Array.from({ length }, (_, index) => new Date((first + index) * widthMs)),
    series: [...byType]
      .map(([name, entry]) => ({ name, ...entry }))
      .toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name)),
  };
}

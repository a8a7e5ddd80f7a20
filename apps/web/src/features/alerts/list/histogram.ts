import { severities } from '@margay/model';
import type { Severity } from '@margay/model';

export interface HistogramPoint {
  createdAt: string;
  severity: Severity;
}

export interface Histogram {
  /** Start of each bucket, ascending. */
  times: Date[];
  counts: Record<Severity, number[]>;
  totals: Record<Severity, number>;
  bucketMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Widths a bucket may have, so that its edges fall on round times. */
const steps = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  7 * dayMs,
];
const wantedBuckets = 112;

/** The smallest round width that needs at most about 112 buckets. */
export function bucketWidthOf(spanMs: number): number {
  return (
    steps.find((step) => spanMs / step <= wantedBuckets) ?? Math.ceil(spanMs / wantedBuckets / dayMs) * dayMs
  );
}

const bySeverity = <Value>(make: () => Value): Record<Severity, Value> => ({
  INFO: make(),
  LOW: make(),
  MEDIUM: make(),
  HIGH: make(),
  CRITICAL: make(),
});

/** Alerts per bucket and severity between two times. Without a start, from the first alert on. */
export function histogramOf(
  points: readonly HistogramPoint[],
  range: { from: Date | undefined; to: Date },
): Histogram {
  const moments = points.map((point) => new Date(point.createdAt).getTime());
  const end = range.to.getTime();
  // An hour at least, so that a single alert is no wall.
  const start = range.from?.getTime() ?? moments.reduce((least, at) => Math.min(least, at), end - hourMs);
  const bucketMs = bucketWidthOf(Math.max(hourMs, end - start));
  const first = Math.floor(start / bucketMs);
  const length = Math.max(1, Math.floor(end / bucketMs) - first + 1);
  const counts = bySeverity(() => Array.from({ length }, () => 0));
  const totals = bySeverity(() => 0);
  points.forEach(({ severity }, index) => {
    totals[severity] += 1;
    const bucket = Math.floor(moments[index]! / bucketMs) - first;
    if (bucket >= 0 && bucket < length) counts[severity][bucket]! += 1;
  });
  const times = Array.from({ length }, (_, index) => new Date((first + index) * bucketMs));
  return { times, counts, totals, bucketMs };
}

/** Most severe first, as figures beside the chart. */
export const severitiesDown: readonly Severity[] = severities.toReversed();

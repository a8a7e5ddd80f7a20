import type { PageCursor, TimeRange } from '@margay/query';
import type { ResultPage } from '../results/page.ts';
import { msOf } from './timeline.ts';

interface Wanted {
  isDescending: boolean;
  pageSize: number;
  at?: PageCursor | undefined;
}

/**
 * The bars of the timeline next to the cursor that hold a whole page: a page then costs these bars, not the whole time
 * of the search. The bar the cursor is in counts for nothing. Undefined where the bars left hold less than a page.
 */
export function nearRange(
  timeline: ResultPage,
  { isDescending, pageSize, at }: Wanted,
): TimeRange | undefined {
  const { bucketSeconds } = timeline.types;
  if (typeof bucketSeconds !== 'number' || at?.kind === 'offset') return undefined;
  const widthMs = bucketSeconds * 1000;
  const atMs = at && msOf(at.eventTime);
  const isAhead = (startMs: number) =>
    atMs === undefined || (isDescending ? startMs + widthMs <= atMs : startMs > atMs);
  const bars = timeline.rows.map(({ node }) => ({
    startMs: Date.parse(String(node['bucket'])),
    count: Number(node['count']),
  }));
  if (isDescending) bars.reverse();
  let held = 0;
  for (const { startMs, count } of bars) {
    if (!isAhead(startMs)) continue;
    held += count;
    if (held >= pageSize) return isDescending ? { fromMs: startMs } : { toMs: startMs + widthMs };
  }
  return undefined;
}

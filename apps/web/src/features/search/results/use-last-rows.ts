import { useMemo, useState } from 'react';
import type { Results } from './use-results.ts';

/**
 * What the table and the histogram show: the results there are, or while new ones are on their way those before, so that
 * nobody looks at an empty page meanwhile. `isOld` says which.
 */
export function useLastRows({ edges, info, columns, timeline }: Results, isRunning: boolean) {
  const now = useMemo(
    () => edges && { edges, columns, types: info?.types },
    // oxlint-disable-next-line react/exhaustive-deps -- the object of columns is made anew on each drawing
    [edges, info, columns.columns, columns.widths],
  );
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  const [lastTimeline, setLastTimeline] = useState(timeline);
  if (timeline && timeline !== lastTimeline) setLastTimeline(timeline);
  const isOld = isRunning && now === undefined && last !== undefined;
  return {
    isOld,
    rows: isOld ? last : now && { ...now, columns },
    timeline: timeline ?? (isOld ? lastTimeline : undefined),
    isOldTimeline: isOld && timeline === undefined,
  };
}

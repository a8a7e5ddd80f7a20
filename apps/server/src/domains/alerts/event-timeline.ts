/** How many events happened when, by log type; buckets without events are not there. */
export interface EventTimeline {
  /** Width of a bucket; null where nothing can be counted yet. */
  bucketSeconds: number | null;
  buckets: { startTime: Date; logType: string; count: number }[];
}

/** The counts of the lake with the events below the threshold, which the lake has without their alert. */
export function withEarlyEvents(counted: EventTimeline, early: readonly unknown[]): EventTimeline {
  const { bucketSeconds, buckets } = counted;
  if (bucketSeconds === null || early.length === 0) return counted;
  const widthMs = bucketSeconds * 1000;
  const all = new Map(
    buckets.map((bucket) => [`${bucket.startTime.getTime()} ${bucket.logType}`, { ...bucket }]),
  );
  for (const event of early) {
    const { at, logType } = placeOf(event);
    if (at === undefined) continue;
    const startMs = Math.floor(at / widthMs) * widthMs;
    const key = `${startMs} ${logType}`;
    const bucket = all.get(key) ?? { startTime: new Date(startMs), logType, count: 0 };
    bucket.count += 1;
    all.set(key, bucket);
  }
  return {
    bucketSeconds,
    buckets: [...all.values()].toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime()),
  };
}

/** Milliseconds since the epoch, and the log type, as a stored event says them. */
function placeOf(event: unknown): { at: number | undefined; logType: string } {
  if (typeof event !== 'object' || event === null) return { at: undefined, logType: '' };
  const time: unknown = 'p_event_time' in event ? event.p_event_time : undefined;
  const logType: unknown = 'p_log_type' in event ? event.p_log_type : undefined;
  const at = typeof time === 'string' ? Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`) : Number.NaN;
  return {
    at: Number.isNaN(at) ? undefined : at,
    logType: typeof logType === 'string' ? logType : '',
  };
}

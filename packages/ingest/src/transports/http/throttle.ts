/**
 * A token bucket for each source: `perSecond` requests on average, twice as many at once. Undefined when the request
 * may pass, otherwise the seconds after which trying again makes sense.
 */
export function createThrottle(
  perSecond: number,
  nowMs: () => number,
): (sourceId: string) => number | undefined {
  const burst = perSecond * 2;
  const buckets = new Map<string, { tokens: number; filledAtMs: number }>();
  return (sourceId) => {
    const now = nowMs();
    const bucket = buckets.get(sourceId) ?? { tokens: burst, filledAtMs: now };
    buckets.set(sourceId, bucket);
    const gained = (Math.max(0, now - bucket.filledAtMs) / 1000) * perSecond;
    bucket.tokens = Math.min(burst, bucket.tokens + gained);
    bucket.filledAtMs = now;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
    bucket.tokens--;
    return undefined;
  };
}

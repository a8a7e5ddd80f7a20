const longestSeconds = 3_600;

/**
 * `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3), a second at least and an hour at most; undefined where it is absent or
 * no such thing. Some send parts of a second.
 */
export function retryAfterSeconds(value: string | undefined, now: Date): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value.trim())
    ? Number(value)
    : (Date.parse(value) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(longestSeconds, Math.max(1, Math.ceil(seconds)));
}

import { limitExceeded, type MargayError, upstreamFailed } from '@margay/kit';

/** A person has to do something; trying again soon would be of no use. */
export const needsAttention = (message: string, details?: Record<string, unknown>): MargayError =>
  upstreamFailed(message, { code: 'PullNeedsAttention', ...(details === undefined ? {} : { details }) });

/** May pass by itself; `retryAfterSeconds` where the other side said when. */
export const mayPass = (message: string, retryAfterSeconds?: number): MargayError =>
  limitExceeded(message, {
    code: 'PullFailed',
    status: 503,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

const longestRetryAfterSeconds = 3_600;

/** `Retry-After` as seconds or as a date, at most an hour; undefined where it is absent or no such thing. */
export function retryAfterSeconds(value: string | undefined, now: Date): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(longestRetryAfterSeconds, Math.max(1, Math.ceil(seconds)));
}

import type { DeliveryOutcome } from './outcome.ts';

/** Attempts after the first one. */
export const retryLimit = 10;
/** For replies that say the request itself is wrong. */
export const clientErrorRetryLimit = 3;
const tooManyRequests = 429;
const clientErrors = new Set([400, 401, 403, 404, 410, 422]);
const shortestDelaySeconds = 30;
const longestDelaySeconds = 300;
/** A destination may not hold its alerts back for longer than this. */
const longestRetryAfterSeconds = 3600;

/** After this many failures in a row a destination is asked only now and then, until it answers again. */
export const circuitFailureLimit = 50;
export const circuitPauseMs = 15 * 60_000;

export type NextStep =
  | { kind: 'done' }
  | { kind: 'retry'; at: Date }
  /** No further attempt; somebody must be told. */
  | { kind: 'give-up' };

/**
 * What follows an attempt. `attempt` counts from 1. Delays are uniformly random between 30 and 300 seconds so that
 * alerts that failed together do not come back together; a longer `Retry-After` is respected, up to an hour.
 */
export function nextStep(
  outcome: DeliveryOutcome,
  attempt: number,
  clock: { now: Date; random: () => number },
): NextStep {
  if (outcome.kind === 'delivered') return { kind: 'done' };
  if (outcome.kind === 'refused') return { kind: 'give-up' };
  const limit = clientErrors.has(outcome.statusCode) ? clientErrorRetryLimit : retryLimit;
  if (attempt > limit) return { kind: 'give-up' };
  const spread = longestDelaySeconds - shortestDelaySeconds;
  const drawn = shortestDelaySeconds + clock.random() * spread;
  const asked = Math.min(outcome.retryAfterSeconds ?? 0, longestRetryAfterSeconds);
  return { kind: 'retry', at: new Date(clock.now.getTime() + Math.round(Math.max(drawn, asked) * 1000)) };
}

/**
 * Until when a destination is left alone; null while it is not. It is after many failures in a row, and when it says
 * that it gets too much: then every alert that waits for it would only be refused as well.
 */
export function pauseUntil(outcome: DeliveryOutcome, consecutiveFailures: number, now: Date): Date | null {
  if (outcome.kind !== 'failed') return null;
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (consecutiveFailures >= circuitFailureLimit) return after(circuitPauseMs);
  if (outcome.statusCode !== tooManyRequests) return null;
  const asked = Math.min(outcome.retryAfterSeconds ?? 1, longestRetryAfterSeconds);
  return after(Math.max(1, asked) * 1000);
}

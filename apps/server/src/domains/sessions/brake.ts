import { limitExceeded } from '@margay/kit';
import type { Store } from '@margay/store';
import { createHmac } from 'node:crypto';
import { countsOf, lockCounts, makeCounts, writeCounts, type FailureCount } from './brake-store.ts';
import { brakePolicies, type BrakeSubject } from './brake-subjects.ts';

/** Failures this long ago count no more. */
export const forgetFailuresAfterMs = 6 * 3_600_000;
const rememberedForMs = 1000;
const mostRemembered = 10_000;

/** An attempt that is counted already. What is not called a success stays a failure. */
export interface BrakedAttempt {
  succeeded(): Promise<void>;
}

export interface Brake {
  /** Throws `limit` with the seconds to wait while one of the subjects is braked. Writes nothing. */
  refuseWhileBraked(subjects: readonly BrakeSubject[]): Promise<void>;
  /**
   * Counts an attempt before it is made: of many at once only as many get through as may fail. Throws `limit`, and
   * counts nothing, while one of the subjects is braked.
   */
  begin(subjects: readonly BrakeSubject[]): Promise<BrakedAttempt>;
}

/** Seconds to wait after this many failures in a row: none for the free ones, then doubling up to the longest. */
export function brakeSeconds(failures: number, { free, longestSeconds }: BrakePolicy): number {
  if (failures < free) return 0;
  return Math.min(longestSeconds, 2 ** Math.min(30, failures - free + 1));
}

export interface BrakePolicy {
  /** Failures that cost no waiting. */
  free: number;
  longestSeconds: number;
}

const isBlocked = ({ blockedUntil }: FailureCount, now: Date) => blockedUntil !== null && blockedUntil > now;

/**
 * Slows down guessing. Its memory is in the state store, so it outlives a restart and several processes share it, and
 * it has a fixed size: each kind of subject has 65,536 counters, and which one a subject has only the holder of the
 * installation's key can tell.
 */
export function createBrake(deps: { store: Store; key: Uint8Array; clock: () => Date }): Brake {
  const { store, key, clock } = deps;
  const counterOf = ({ kind, value }: BrakeSubject) =>
    `${kind}:${createHmac('sha256', key).update(`${kind}:${value}`).digest('hex').slice(0, 4)}`;

  /** What the store said of late is blocked, so that a flood of guesses is refused without asking it each time. */
  const seenBlocked = new Map<string, { count: FailureCount; at: number }>();

  function remember(counts: readonly FailureCount[], now: Date): void {
    if (seenBlocked.size > mostRemembered) seenBlocked.clear();
    for (const count of counts) {
      if (isBlocked(count, now)) seenBlocked.set(count.key, { count, at: now.getTime() });
    }
  }

  function refuseAsRemembered(keys: readonly string[], now: Date): void {
    const fresh = keys
      .map((each) => seenBlocked.get(each))
      .filter((seen) => seen !== undefined && now.getTime() - seen.at < rememberedForMs);
    refuse(
      fresh.flatMap((seen) => seen?.count ?? []),
      now,
    );
  }

  function refuse(counts: readonly FailureCount[], now: Date): void {
    const blocked = counts.filter((count) => isBlocked(count, now));
    if (blocked.length === 0) return;
    const until = Math.max(...blocked.map(({ blockedUntil }) => blockedUntil?.getTime() ?? 0));
    const seconds = Math.ceil((until - now.getTime()) / 1000);
    // Asking for a code is no failure, and counts all the same.
    const what = blocked.some(({ key: counter }) => counter.startsWith('forgot:'))
      ? 'requests'
      : 'failed attempts';
    throw limitExceeded(`Too many ${what}. Try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }

  async function succeeded(subjects: readonly BrakeSubject[]): Promise<void> {
    const own = new Set(subjects.filter(({ kind }) => brakePolicies[kind].ends).map(counterOf));
    for (const counter of own) seenBlocked.delete(counter);
    await store.transaction(async (tx) => {
      const counts = await lockCounts(tx, subjects.map(counterOf));
      await writeCounts(
        tx,
        counts.map((count) =>
          own.has(count.key)
            ? { ...count, failures: 0, blockedUntil: null }
            : { ...count, failures: Math.max(0, count.failures - 1) },
        ),
      );
    });
  }

  return {
    async refuseWhileBraked(subjects) {
      const keys = subjects.map(counterOf);
      refuseAsRemembered(keys, clock());
      const counts = await countsOf(store, keys);
      remember(counts, clock());
      refuse(counts, clock());
    },
    async begin(subjects) {
      const policies = new Map(subjects.map((subject) => [counterOf(subject), brakePolicies[subject.kind]]));
      const keys = [...policies.keys()];
      refuseAsRemembered(keys, clock());
      await store.transaction(async (tx) => {
        const now = clock();
        await makeCounts(tx, keys, now);
        const counts = await lockCounts(tx, keys);
        remember(counts, now);
        refuse(counts, now);
        await writeCounts(
          tx,
          counts.map((count) => {
            const isForgotten = now.getTime() - count.lastAt.getTime() > forgetFailuresAfterMs;
            const failures = isForgotten ? 1 : count.failures + 1;
            const policy = policies.get(count.key);
            const seconds = policy === undefined ? 0 : brakeSeconds(failures, policy);
            const blockedUntil = seconds === 0 ? null : new Date(now.getTime() + seconds * 1000);
            return { key: count.key, failures, lastAt: now, blockedUntil };
          }),
        );
      });
      return { succeeded: () => succeeded(subjects) };
    },
  };
}

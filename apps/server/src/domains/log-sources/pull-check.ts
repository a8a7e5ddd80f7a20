import { countOf } from '@margay/kit';
import type { PullState } from './pulling/store.ts';
import type { SourceCheck } from './source-check.ts';

/** What passes by itself is no trouble before this. */
const patienceMs = 30 * 60_000;

/** Whether a source that is pulled answers. */
export function checkOfPull(state: PullState, checkedAt: Date): SourceCheck {
  const { failingSince, lastError, lastSuccessAt, needsAttention, nextAttemptAt, isPaused, records } = state;
  const check = (healthy: boolean, message: string) => ({
    name: 'logPullingStatus',
    healthy,
    message,
    checkedAt,
  });
  if (failingSince !== null) {
    const isLong = checkedAt.getTime() - failingSince.getTime() > patienceMs;
    const last =
      lastSuccessAt === null ? 'It never succeeded.' : `It succeeded last at ${lastSuccessAt.toISOString()}.`;
    return check(
      !needsAttention && !isLong,
      `Pulling fails since ${failingSince.toISOString()}: ${lastError ?? 'no reason is known'} ${last}${isPaused ? '' : ` The next attempt is at ${nextAttemptAt.toISOString()}.`}`,
    );
  }
  if (lastSuccessAt === null) return check(true, 'Waiting for the first answer.');
  return check(
    true,
    `The last request succeeded at ${lastSuccessAt.toISOString()}; ${countOf(records, 'record')} came so far.`,
  );
}

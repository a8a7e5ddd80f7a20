import { limitExceeded } from '@margay/kit';
import type { Sql } from '@margay/store';
import { clearBrake, readBrake, writeBrake } from './store.ts';

const freeFailures = 5;
const longestSeconds = 15 * 60;

/** Seconds to wait after this many failures in a row: none for the first five, then doubling up to 15 minutes. */
export function brakeSeconds(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestSeconds, 2 ** (failures - freeFailures + 1));
}

/** Slows down guessing: keyed by account and by address, so one does not lock out the other. */
export async function refuseWhileBraked(sql: Sql, keys: readonly string[], now: Date): Promise<void> {
  for (const key of keys) {
    const { blockedUntil } = await readBrake(sql, key);
    if (blockedUntil === null || blockedUntil <= now) continue;
    const seconds = Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000);
    throw limitExceeded(`Too many failed attempts. Try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }
}

export async function countFailure(sql: Sql, keys: readonly string[], now: Date): Promise<void> {
  for (const key of keys) {
    const failures = (await readBrake(sql, key)).failures + 1;
    const seconds = brakeSeconds(failures);
    const blockedUntil = seconds === 0 ? null : new Date(now.getTime() + seconds * 1000);
    await writeBrake(sql, key, { failures, blockedUntil }, now);
  }
}

export async function releaseBrake(sql: Sql, keys: readonly string[]): Promise<void> {
  for (const key of keys) await clearBrake(sql, key);
}

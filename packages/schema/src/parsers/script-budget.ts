import type { Limits } from '../starlark/meter.ts';
import type { ScriptOutcome } from '../starlark/script.ts';

/** What one entry may use; longer entries may use more. */
const entryLimits: Limits = { steps: 1_000_000, bytes: 64 * 1_048_576, milliseconds: 1_000 };
const stepsPerCharacter = 16;
const bytesPerCharacter = 32;

/**
 * What all entries of a schema may use together: this much at once (about half a second's work), and for each entry what
 * an ordinary script needs some ten times over. A script in an endless loop has used it up after twenty entries.
 */
const mostSteps = 20_000_000;
const earnedPerEntry = 20_000;
/** So that one in an endless loop takes some hundredths of a core from then on, however many batches come. */
const earnedPerSecond = 1_000_000;
/** An entry that is stopped by the clock, whatever its steps were. */
const costOfOverrun = 5_000_000;

/** Keeps the entries of one stream (a batch) within what their schema may use. */
export interface StreamBudget {
  /** False from the entry on that finds the budget used up, until the stream ends. */
  mayRun(length: number): boolean;
  limitsFor(length: number): Limits;
  spent(outcome: ScriptOutcome): void;
  limitText: string;
}

/** One for each schema: its batches share it, so that many small ones cannot take what one large one may not. */
export function createBudget(now: () => number = () => performance.now()): { startStream(): StreamBudget } {
  let left = mostSteps;
  let earnedAt = now();
  const earn = (steps: number) => {
    left = Math.min(mostSteps, left + steps);
  };
  return {
    startStream() {
      let isUsedUp = false;
      return {
        limitText: `${mostSteps.toLocaleString('en-US')} steps, and ${earnedPerEntry.toLocaleString('en-US')} more for each entry`,
        mayRun(length) {
          if (isUsedUp) return false;
          if (left < 0) {
            const at = now();
            earn(((at - earnedAt) / 1_000) * earnedPerSecond);
            earnedAt = at;
          }
          if (left < 0) {
            isUsedUp = true;
            return false;
          }
          earn(earnedPerEntry + length * stepsPerCharacter);
          return true;
        },
        limitsFor: (length) => ({
          steps: entryLimits.steps + length * stepsPerCharacter,
          bytes: entryLimits.bytes + length * bytesPerCharacter,
          milliseconds: entryLimits.milliseconds,
        }),
        spent(outcome) {
          const isOverrun = outcome.kind === 'fault' && outcome.isTime;
          // Time counts from where the budget ran out.
          if (left >= 0) earnedAt = now();
          left -= isOverrun ? Math.max(outcome.steps, costOfOverrun) : outcome.steps;
        },
      };
    },
  };
}

import type { Brake } from './brake.ts';
import type { BrakeSubject } from './brake-subjects.ts';
import { createLane } from './lane.ts';

/** The one way to have a password checked: each check costs 19 MiB and a core for some hundredths of a second. */
export interface PasswordGate {
  /**
   * Counts the attempt, then does the work; `undefined` from the work means that the password was wrong. Throws
   * `limit` while the subjects are braked, or when too many wait. Strangers have a lane of their own, so that their
   * crowd does not keep people from signing in whom their browser speaks for.
   */
  attempt<T>(
    lane: 'known' | 'strangers',
    subjects: readonly BrakeSubject[],
    work: () => Promise<T | undefined>,
  ): Promise<T | undefined>;
  /** Attempts that were let through since the start. */
  checkCount(): number;
}

const capacity = { atOnce: 2, waiting: 100 };

export function createPasswordGate(brake: Brake): PasswordGate {
  const lanes = { known: createLane(capacity), strangers: createLane(capacity) };
  let checkCount = 0;
  return {
    async attempt(lane, subjects, work) {
      await brake.refuseWhileBraked(subjects);
      return lanes[lane].run(async () => {
        const attempt = await brake.begin(subjects);
        checkCount++;
        const result = await work();
        if (result !== undefined) await attempt.succeeded();
        return result;
      });
    },
    checkCount: () => checkCount,
  };
}

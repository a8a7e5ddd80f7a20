/** What a detection may cost. Over both, for a whole minute, it is set aside so that the others are not slowed. */
export const budget = {
  /** Of one event the detection was run on. */
  microsecondsPerEvent: 250,
  /** Of one processor core, from 0 to 1. */
  coreShare: 0.1,
  windowMs: 60_000,
};

export interface Cost {
  evaluations: number;
  microseconds: number;
}

export function microsecondsPerEvent({ evaluations, microseconds }: Cost): number {
  return evaluations === 0 ? 0 : microseconds / evaluations;
}

/** Time spent of the time there was; more than 1 where several workers ran it side by side. */
export function coreShare({ microseconds }: Cost, elapsedMs: number): number {
  return elapsedMs <= 0 ? 0 : microseconds / 1000 / elapsedMs;
}

export function isOverBudget(cost: Cost, elapsedMs: number): boolean {
  return (
    microsecondsPerEvent(cost) > budget.microsecondsPerEvent && coreShare(cost, elapsedMs) > budget.coreShare
  );
}

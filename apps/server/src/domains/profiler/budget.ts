/**
 * What a detection may cost in processor time. Over both, for a whole minute, it is set aside so that the others are not
 * slowed.
 */
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

/** Processor time spent of the time there was; more than 1 where several workers ran it side by side. */
export function coreShare({ microseconds }: Cost, elapsedMs: number): number {
  return elapsedMs <= 0 ? 0 : microseconds / 1000 / elapsedMs;
}

/** With what each batch cost, and not only all of them together. */
export interface BatchCosts extends Cost {
  /** Microseconds per event in each batch. */
  batches: readonly number[];
}

/** How many batches there were, and how many of them cost more per event than is allowed. */
export interface BatchCount {
  batches: number;
  dearBatches: number;
}

export const countDear = ({ batches }: BatchCosts): BatchCount => ({
  batches: batches.length,
  dearBatches: batches.filter((microseconds) => microseconds > budget.microsecondsPerEvent).length,
});

/**
 * Whether the detection is to be set aside: by the median of its batches, so that a few in which something else went on,
 * a first call or a collection of garbage, decide nothing.
 */
export function isLastinglyDear(
  { batches, dearBatches, ...cost }: Cost & BatchCount,
  elapsedMs: number,
): boolean {
  return dearBatches * 2 > batches && coreShare(cost, elapsedMs) > budget.coreShare;
}

export function isOverBudget(cost: Cost, elapsedMs: number): boolean {
  return (
    microsecondsPerEvent(cost) > budget.microsecondsPerEvent && coreShare(cost, elapsedMs) > budget.coreShare
  );
}

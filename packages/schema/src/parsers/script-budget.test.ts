import { describe, expect, it } from 'vitest';
import { createBudget } from './script-budget.ts';

const endless = { kind: 'fault', line: 1, column: 1, message: '', limit: true, isTime: false } as const;
const overrun = { ...endless, isTime: true, steps: 10 };

/** How many entries are tried when each costs so much. */
function tried(stream: ReturnType<ReturnType<typeof createBudget>['startStream']>, steps: number): number {
  let count = 0;
  for (; count < 1_000 && stream.mayRun(0); count++) stream.spent({ ...endless, steps });
  return count;
}

describe('the budget of a script', () => {
  it('lets an ordinary script go on for ever, and stops one that loops after some twenty entries of a batch', () => {
    expect(tried(createBudget(() => 0).startStream(), 20_000)).toBe(1_000);
    expect(tried(createBudget(() => 0).startStream(), 1_000_000)).toBe(21);
  });

  it('is shared by all batches, and comes back slowly', () => {
    let now = 0;
    const budget = createBudget(() => now);
    expect(tried(budget.startStream(), 1_000_000)).toBeGreaterThan(0);
    expect(tried(budget.startStream(), 1_000_000)).toBe(0);
    now = 1_000;
    expect(tried(budget.startStream(), 1_000_000)).toBe(1);
    now = 60_000;
    expect(tried(budget.startStream(), 1_000_000)).toBeGreaterThan(10);
  });

  it('stays used up for the batch that used it up', () => {
    let now = 0;
    const stream = createBudget(() => now).startStream();
    tried(stream, 1_000_000);
    now = 1_000_000;
    expect(stream.mayRun(0)).toBe(false);
  });

  it('counts an entry that the clock stopped for much, whatever its steps were', () => {
    const stream = createBudget(() => 0).startStream();
    let count = 0;
    for (; count < 1_000 && stream.mayRun(0); count++) stream.spent(overrun);
    expect(count).toBe(5);
  });

  it('gives long entries more', () => {
    const stream = createBudget(() => 0).startStream();
    expect(stream.limitsFor(1_000_000).steps).toBe(17_000_000);
    expect(stream.limitsFor(0).steps).toBe(1_000_000);
  });
});

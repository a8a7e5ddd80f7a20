import type { PausedRule } from '@margay/detect';
import { describe, expect, it } from 'vitest';
import type { SystemErrorInput } from '../../findings/index.ts';
import { budget, microsecondsPerEvent, type BatchCosts, type Cost } from './budget.ts';
import { createQuarantine } from './quarantine.ts';

function setUp() {
  let now = Date.UTC(2026, 0, 1);
  const pauses: PausedRule[] = [];
  const raised: SystemErrorInput[] = [];
  const quarantine = createQuarantine({
    engine: {
      pause: (ruleId, reason) =>
        void pauses.push({ ruleId, ruleVersionId: 'v1', since: now, until: now + 3_600_000, reason }),
      paused: () => pauses,
    },
    raise: async (input) => void raised.push(input),
    nameOf: async (id) => `Name of ${id}`,
    clock: () => new Date(now),
  });
  return {
    pauses,
    raised,
    /** One look after these seconds; what the batches of each second cost. */
    async pass(seconds: number, perSecond: Record<string, Cost | Cost[]>) {
      now += seconds * 1000;
      const counts = Object.entries(perSecond).map(([id, given]): [string, BatchCosts] => {
        const batches = [given].flat();
        const total = (of: (cost: Cost) => number) =>
          batches.reduce((sum, cost) => sum + of(cost), 0) * seconds;
        const costs = {
          evaluations: total((cost) => cost.evaluations),
          microseconds: total((cost) => cost.microseconds),
          batches: batches.map(microsecondsPerEvent),
        };
        return [id, costs];
      });
      await quarantine.watch(new Map(counts));
    },
  };
}

const slow = { evaluations: 100, microseconds: 150_000 };

describe('a detection over its budget', () => {
  it('is set aside after a whole minute, with a system error that says what to do', async () => {
    const { pauses, raised, pass } = setUp();
    for (let i = 0; i < 11; i++) await pass(5, { Slow: slow });
    expect(pauses).toEqual([]);
    await pass(5, { Slow: slow });
    expect(pauses.map(({ ruleId }) => ruleId)).toEqual(['Slow']);
    expect(raised).toMatchObject([
      {
        type: 'DETECTION_QUARANTINED',
        relatedId: 'Slow',
        title:
          'Name of Slow is quarantined: 1500 µs of processor time per event (more than the 250 allowed in 12 of 12 batches) and 15 % of a core (10 % allowed) over a minute',
      },
    ]);
    await pass(5, {});
    expect(raised).toHaveLength(1);
  });

  it('is left alone while it is only dear, or only busy', async () => {
    const { pauses, pass } = setUp();
    const dear = { evaluations: 1, microseconds: budget.microsecondsPerEvent * 100 };
    const busy = { evaluations: 10_000, microseconds: 900_000 };
    for (let i = 0; i < 30; i++) await pass(5, { Dear: dear, Busy: busy });
    expect(pauses).toEqual([]);
  });

  it('is left alone when a few batches were dear, however dear, and the others not', async () => {
    const { pauses, pass } = setUp();
    const usual = { evaluations: 100, microseconds: 5_000 };
    const outlier = { evaluations: 100, microseconds: 900_000 };
    for (let i = 0; i < 30; i++) await pass(5, { Rule: [usual, usual, outlier] });
    expect(pauses).toEqual([]);
    for (let i = 0; i < 30; i++) await pass(5, { Rule: [usual, outlier, outlier] });
    expect(pauses.map(({ ruleId }) => ruleId)).toContain('Rule');
  });

  it('is left alone when it was slow for a moment only', async () => {
    const { pauses, pass } = setUp();
    for (let i = 0; i < 12; i++) await pass(5, { Slow: { evaluations: 100, microseconds: 1000 } });
    await pass(5, { Slow: { evaluations: 100, microseconds: 1_000_000 } });
    expect(pauses).toEqual([]);
    for (let i = 0; i < 24; i++) await pass(5, { Slow: { evaluations: 100, microseconds: 1000 } });
    expect(pauses).toEqual([]);
  });
});

it('a pause the engine made by itself is told too, once', async () => {
  const { pauses, raised, pass } = setUp();
  pauses.push({
    ruleId: 'Hangs',
    ruleVersionId: 'v1',
    since: 1,
    until: 2,
    reason: '3 time-outs within an hour',
  });
  await pass(5, {});
  await pass(5, {});
  expect(raised.map(({ title }) => title)).toEqual([
    'Name of Hangs is quarantined: 3 time-outs within an hour',
  ]);
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPenaltyOrder } from './penalty-order.ts';

describe('the order of candidates', () => {
  it('begins as given', () => expect(createPenaltyOrder(3).order()).toEqual([0, 1, 2]));

  it('puts a winner first and those that failed last', () => {
    const penalties = createPenaltyOrder(3);
    penalties.settle([0], 1);
    expect(penalties.order()).toEqual([1, 2, 0]);
    penalties.settle([1], 2);
    expect(penalties.order()).toEqual([2, 1, 0]);
    penalties.settle([], 2);
    expect(penalties.order()).toEqual([2, 1, 0]);
    penalties.settle([2, 1, 0], undefined);
    expect(penalties.order()).toEqual([2, 1, 0]);
  });

  it('is always a permutation ordered by penalty, then by position', () => {
    const step = fc.record({
      failed: fc.uniqueArray(fc.nat(4)),
      winner: fc.option(fc.nat(4), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const penalties = createPenaltyOrder(5);
        const expected = [1, 1, 1, 1, 1];
        for (const { failed, winner } of steps) {
          const losers = failed.filter((index) => index !== winner);
          penalties.settle(losers, winner);
          for (const index of losers) expected[index]!++;
          if (winner !== undefined) expected[winner] = 0;
        }
        const order = [0, 1, 2, 3, 4].toSorted((a, b) => expected[a]! - expected[b]! || a - b);
        expect(penalties.order()).toEqual(order);
      }),
    );
  });
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { slicesOf, type TimeSlice } from './time-slices.ts';

it('cover every moment from the first event to the last once, whatever is in them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: 1, max: 4e9 }),
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.boolean(),
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1 }),
      (fromMs, span, totalRows, isDescending, counts) => {
        const slices = slicesOf({ fromMs, toMs: fromMs + span + 1 }, { totalRows, isDescending });
        const start = isDescending ? fromMs + span : fromMs;
        let slice: TimeSlice | undefined = slices.first(start);
        let edge = isDescending ? slice?.fromMs : slice?.toMs;
        for (let number = 0; slice && number < 10_000; number++) {
          const next: TimeSlice | undefined = slices.next(slice, counts[number % counts.length] ?? 0);
          if (next) expect(isDescending ? next.toMs : next.fromMs).toBe(edge);
          else expect(edge).toBe(isDescending ? fromMs : fromMs + span + 1);
          if (next) edge = isDescending ? next.fromMs : next.toMs;
          slice = next;
          if (number > 5_000) return; // one row a millisecond, for hours: it ends, later
        }
      },
    ),
    { numRuns: 100 },
  );
});

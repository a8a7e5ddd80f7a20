import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('taking turns', () => {
  it('lets everybody do everything, never more at a time than there are places, and nobody is ended at work', async () => {
    const job = fc.record({ key: fc.integer({ min: 0, max: 5 }), ms: fc.integer({ min: 0, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(job, { maxLength: 30 }),
        async (most, jobs) => {
          const working = new Map<number, number>();
          const count = (key: number) => working.get(key) ?? 0;
          let done = 0;
          const turns = createTurns<number>({
            most,
            turnMs: 2,
            async end(key) {
              expect(count(key)).toBe(0);
              await setTimeout(1);
              expect(count(key)).toBe(0);
            },
          });
          await Promise.all(
            jobs.map(({ key, ms }) =>
              turns.use(key, async () => {
                working.set(key, count(key) + 1);
                expect([...working.values()].filter((n) => n > 0).length).toBeLessThanOrEqual(most);
                await setTimeout(ms);
                working.set(key, count(key) - 1);
                done++;
              }),
            ),
          );
          expect(done).toBe(jobs.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('gives a place to who waits although another has always something to do', async () => {
    const turns = createTurns<string>({ most: 1, turnMs: 10, end: () => Promise.resolve() });
    let isOver = false;
    const busy = Array.from({ length: 3 }, async () => {
      while (!isOver) await turns.use('busy', () => setTimeout(3));
    });
    await turns.use('patient', () => Promise.resolve());
    isOver = true;
    await Promise.all(busy);
    expect(isOver).toBe(true);
  });

  it('goes on after work that fails', async () => {
    const turns = createTurns<string>({ most: 1, turnMs: 10, end: () => Promise.resolve() });
    await expect(turns.use('a', () => Promise.reject(new Error('odd')))).rejects.toThrow('odd');
    expect(await turns.use('b', () => Promise.resolve(5))).toBe(5);
  });
});

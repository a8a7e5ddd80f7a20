import { expect, it } from 'vitest';
import { createLane } from './lane.ts';

it('runs few at once in order, lets few wait, and goes on after a failure', async () => {
  const lane = createLane({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const ended: number[] = [];
  const work = (i: number) =>
    lane.run(async () => {
      most = Math.max(most, ++running);
      await new Promise((turn) => setImmediate(turn));
      running--;
      ended.push(i);
      if (i === 0) throw new Error('broken');
    });
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect([most, ended]).toEqual([2, [0, 1, 2, 3, 4]]);
  await expect(work(7)).resolves.toBeUndefined();
});

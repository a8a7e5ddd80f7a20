import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startHeartbeat } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('beats one at a time, goes on after a fault, and waits for the last beat when it is stopped', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const faults: unknown[] = [];
  const heart = startHeartbeat(
    100,
    () => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    },
    (error) => faults.push(error),
  );
  await vi.advanceTimersByTimeAsync(350);
  expect(answers).toHaveLength(1);
  answers[0]!.reject('no store');
  await vi.advanceTimersByTimeAsync(100);
  expect([answers.length, faults]).toEqual([2, ['no store']]);
  let isStopped = false;
  const stop = heart.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(300);
  expect([answers.length, isStopped]).toEqual([2, false]);
  answers[1]!.resolve();
  await stop;
});

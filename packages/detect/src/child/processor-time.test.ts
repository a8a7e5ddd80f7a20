import { expect, it } from 'vitest';
import { processProcessorMs, threadProcessorMs } from './processor-time.ts';

function work(): number {
  let sum = 0;
  for (let n = 0; n < 200_000; n++) sum += Math.sqrt(n);
  return sum;
}

it('counts the shortest piece of work, and no waiting', () => {
  const words = new Int32Array(new SharedArrayBuffer(4));
  work();
  const begin = threadProcessorMs();
  const beginOfAll = processProcessorMs();
  let worked = 0;
  let waited = 0;
  for (let n = 0; n < 50; n++) {
    const before = threadProcessorMs();
    work();
    const between = threadProcessorMs();
    expect(between, `piece ${n} cost nothing`).toBeGreaterThan(before);
    worked += between - before;
    // As a rule waits for the server's answer.
    Atomics.wait(words, 0, 0, 10);
    waited += threadProcessorMs() - between;
  }
  // Half a second by the clock, whatever else the machine did meanwhile.
  expect(waited).toBeLessThan(250);
  expect(threadProcessorMs() - begin).toBeGreaterThanOrEqual(worked);
  expect(processProcessorMs() - beginOfAll).toBeGreaterThanOrEqual(worked * 0.99);
});

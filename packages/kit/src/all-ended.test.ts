import { expect, it } from 'vitest';
import { allEnded } from './all-ended.ts';

it('gives what each gave, and throws only when all have ended', async () => {
  expect(await allEnded([Promise.resolve(1), 'two'])).toEqual([1, 'two']);
  let isOver = false;
  const slow = new Promise<void>((done) => setTimeout(done, 20)).then(() => void (isOver = true));
  await expect(allEnded([slow, Promise.reject(new Error('one')), Promise.resolve()])).rejects.toThrow('one');
  expect(isOver).toBe(true);
});

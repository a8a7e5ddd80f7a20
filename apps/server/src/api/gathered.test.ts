import { expect, it, vi } from 'vitest';
import type { RequestContext } from './context.ts';
import { gathered } from './gathered.ts';

// Only its identity counts here.
const request = () => ({}) as RequestContext;

it('reads once for all that one request asks for, and anew for what it asks later', async () => {
  const read = vi.fn((_context: RequestContext, keys: readonly string[]) =>
    Promise.resolve((key: string) => `${key} of ${keys.length}`),
  );
  const find = gathered(read);
  const [mine, other] = [request(), request()];
  expect(await Promise.all([find(mine, 'a'), find(mine, 'b'), find(mine, 'a'), find(other, 'c')])).toEqual([
    'a of 2',
    'b of 2',
    'a of 2',
    'c of 1',
  ]);
  expect(read.mock.calls.map(([, keys]) => keys)).toEqual([['a', 'b'], ['c']]);
  expect(await find(mine, 'a')).toBe('a of 1');
});

it('fails for everybody who asked when the reading fails, and tries again the next time', async () => {
  const read = vi
    .fn<() => Promise<(key: string) => string>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue((key) => key);
  const find = gathered<string, string>(read);
  const context = request();
  expect(await Promise.allSettled([find(context, 'a'), find(context, 'b')])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await find(context, 'a')).toBe('a');
});

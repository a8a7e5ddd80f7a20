import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { engineEnvironment } from '@margay/kit/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lake, QueryLane } from './front-door.ts';
import { openTemporaryLake, type TemporaryLake } from './testing/index.ts';

const slow = 'SELECT max(sipHash64(number)) FROM numbers(3000000000)';
const short = 'SELECT max(sipHash64(number)) FROM numbers(3000000)';
const laneOf = (owner: string, pool: QueryLane['pool'] = 'interactive'): QueryLane => ({ pool, owner });

describe('the budget of all queries', () => {
  let place: TemporaryLake;
  let lake: Lake;
  beforeAll(async () => {
    place = await openTemporaryLake({ patienceMs: 2_000 });
    lake = place.lake;
  });
  afterAll(() => place.remove());

  it('keeps what eight heavy ones take together below the total, and lets each come to its end', async () => {
    const totalBytes = 1_200_000_000;
    const script = fileURLToPath(new URL('testing/heavy-queries.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, `${place.dataDir}-heavy`, String(totalBytes), '8'],
      { env: { ...process.env, ...engineEnvironment } },
    );
    const said = JSON.parse(stdout) as { outcomes: unknown[]; mostBytes: number };
    expect(said.outcomes).toEqual(Array.from({ length: 8 }, () => 5_000_000));
    expect(said.mostBytes).toBeGreaterThan(0);
    expect(said.mostBytes).toBeLessThanOrEqual(totalBytes);
  }, 60_000);

  const one = async (owner: string) => (await lake.query({ lane: laneOf(owner), sql: 'SELECT 1' })).rows;

  it('lets others in while one person floods it', async () => {
    let ended = 0;
    const flood = Array.from({ length: 10 }, () =>
      lake.query({ lane: laneOf('flood'), sql: short }).then(
        () => ended++,
        () => ended++,
      ),
    );
    expect(await one('other')).toEqual([[1]]);
    expect(ended).toBeLessThan(5);
    await Promise.allSettled(flood);
  }, 60_000);

  it('refuses a flood that waits too long, and gives all places back when it ends', async () => {
    const flood = Array.from({ length: 12 }, (_, index) => {
      const stop = new AbortController();
      const query = lake.query({
        lane: laneOf('flood'),
        sql: slow,
        tag: `flood-${index}`,
        signal: stop.signal,
      });
      const end = query.then(
        () => undefined,
        (error: Error & { code?: string }) => error,
      );
      return { stop, end };
    });
    const refused = await Promise.race(flood.map(({ end }) => end));
    expect(refused).toMatchObject({
      code: 'TooManyQueries',
      kind: 'limit',
      message: expect.stringContaining('searches running and'),
    });
    await lake.cancel('flood-0'); // Killed
    for (const { stop } of flood) stop.abort(); // and abandoned
    const codes = (await Promise.all(flood.map(({ end }) => end))).map((error) => error?.code);
    expect(new Set(codes)).toEqual(new Set(['TooManyQueries', 'QueryCancelled']));
    await expect(
      lake.query({ lane: laneOf('flood'), sql: slow, limits: { timeoutMs: 50 } }),
    ).rejects.toMatchObject({ code: 'QueryTimeout' });
    await expect(lake.query({ lane: laneOf('flood'), sql: 'SELECT throwIf(1)' })).rejects.toThrow();
    expect(await Promise.all(Array.from({ length: 10 }, () => one('flood')))).toHaveLength(10);
  }, 60_000);
});

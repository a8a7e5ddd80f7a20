import { openTemporaryLake } from '@margay/lake/testing';
import type { Lake } from '@margay/lake';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDoors, type Doors } from './testing/doors.ts';

const { timeout, interval } = { timeout: 200_000, interval: 20 };

describe('a batch at which the program fails every time', () => {
  let lake: Lake;
  let doors: Doors;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ lake, remove } = await openTemporaryLake());
    doors = await openDoors(lake);
  }, 120_000);
  afterAll(async () => {
    await doors.close();
    await remove();
  });

  const titles = async () => (await doors.world.list()).map(({ title }) => title).toSorted();

  it('holds up none that it was grouped with and none that comes after, is told of, and ends once mended', async () => {
    const buffer = await doors.openBuffer();
    for (const unit of ['before', 'poison', 'beside']) await doors.send(buffer, unit);
    doors.breakAt('poison');
    const pipeline = await doors.live({ store: doors.world.store, lake, buffer });
    const innocent = ['open before', 'open beside'];
    await vi.waitUntil(async () => pipeline.stuck() === 1 && (await titles()).length === 2, {
      timeout,
      interval,
    });
    expect(await titles()).toEqual(innocent);
    expect(doors.stuck).toEqual([{ sourceIds: ['doors'], error: 'Maximum call stack size exceeded' }]);
    for (const unit of ['after', 'later']) await doors.send(buffer, unit);
    await vi.waitUntil(() => buffer.stats().segments === 1, { timeout, interval });
    expect(buffer.stats().setAside).toBe(0);
    expect(await titles()).toEqual(['open after', ...innocent, 'open later']);
    await pipeline.stop();
    await buffer.close();

    doors.breakAt(undefined);
    const again = await doors.openBuffer();
    const next = await doors.live({ store: doors.world.store, lake, buffer: again });
    await next.idle();
    expect(next.stuck()).toBe(0);
    await next.stop();
    await again.close();
    expect(await titles()).toEqual(['open after', ...innocent, 'open later', 'open poison']);
    for (const unit of ['before', 'poison', 'beside', 'after', 'later'])
      expect(await doors.outcome(unit), unit).toMatchObject({
        doors: 3,
        gates: 2,
        signals: 4,
        matches: 3,
        inFeed: 4,
      });
    const { balance } = await doors.outcome('poison');
    expect(balance).toEqual({ received: 30, stored: 25, failed: 5, inFlight: 0 });
    for (const table of ['ingest_groups', 'finished_parts', 'balance_in_flight'])
      expect(await doors.world.store.query(`select 1 from ${table}`), table).toEqual([]);
  }, 600_000);
});

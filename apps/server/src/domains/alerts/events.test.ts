import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventTimeline } from './event-timeline.ts';
import type { EventPage } from './service.ts';
import { createAlertsWorld, foundMatch, sampleRule, type AlertsWorld } from './testing.ts';

describe('events of an alert', () => {
  let world: AlertsWorld;
  let lake: EventPage | undefined;
  let counted: EventTimeline = { bucketSeconds: null, buckets: [] };
  beforeAll(async () => {
    world = await createAlertsWorld({
      readEvents: () => Promise.resolve(lake),
      countEvents: () => Promise.resolve(counted),
    });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.reset();
    lake = undefined;
  });
  const event = (n: number) => foundMatch({ dedup: 'x' }, { n });
  const read = async (cursor?: string) => {
    const page = await world.alerts.service.events(world.ada, await world.onlyAlert(), {
      pageSize: 25,
      cursor,
    });
    return { ...page, rows: page.rows.map((row) => (row as { n: number }).n) };
  };

  it('shows its samples, newest first, until the lake has the events', async () => {
    await world.record(event(1), event(2));
    expect(await read()).toEqual({ rows: [2, 1], endCursor: null });
    lake = { rows: [], endCursor: null };
    expect((await read()).rows).toEqual([2, 1]);
    lake = { rows: [{ n: 9 }], endCursor: null };
    expect((await read()).rows).toEqual([9]);
  });

  it('ends with the events below the threshold, which the lake has without the alert', async () => {
    world.rules.set('Test.Rule', sampleRule({ threshold: 3 }));
    await world.record(event(1));
    await world.record(event(2));
    await world.record(event(3), event(4));
    lake = { rows: [{ n: 4 }], endCursor: 'more' };
    expect(await read()).toEqual({ rows: [4], endCursor: 'more' });
    lake = { rows: [{ n: 3 }], endCursor: null };
    expect(await read('more')).toEqual({ rows: [3, 2, 1], endCursor: null });
  });

  it('counts over time what the lake has, and the events below the threshold', async () => {
    world.rules.set('Test.Rule', sampleRule({ threshold: 3 }));
    for (const n of [1, 2, 3]) await world.record(event(n));
    const timeline = async () => world.alerts.service.timeline(world.ada, await world.onlyAlert());
    expect(await timeline()).toEqual({ bucketSeconds: null, buckets: [] });
    const logType = 'AWS.CloudTrail';
    const bucketOf = (minute: string, count: number) => ({
      startTime: new Date(`2026-03-01T09:${minute}:00Z`),
      logType,
      count,
    });
    counted = { bucketSeconds: 60, buckets: [bucketOf('58', 5)] };
    expect((await timeline()).buckets).toEqual([bucketOf('55', 2), bucketOf('58', 5)]);
    counted = { bucketSeconds: 300, buckets: [bucketOf('55', 5)] };
    expect((await timeline()).buckets).toEqual([bucketOf('55', 7)]);
  });

  it('shows nothing after the last page', async () => {
    await world.record(event(1));
    expect(await read('somewhere')).toEqual({ rows: [], endCursor: null });
  });
});

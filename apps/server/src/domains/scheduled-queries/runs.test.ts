import { setTimeout } from 'node:timers/promises';
import type { Store } from '@margay/store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertScheduledRuns } from './clock-store.ts';
import { rowLimits } from './ask-rows.ts';
import { createRunner } from './runner.ts';
import { admin, openScheduledWorld, type ScheduledWorld } from './testing.ts';

const at = (text: string) => new Date(`2026-03-01T${text}Z`);
const lastHour =
  "select door, person, tags, p_log_type, p_row_id, p_event_time from panther_logs.public.custom_doors where p_occurs_since('1 h')";
const perDoor =
  "select door, count(*) as n from panther_logs.public.custom_doors where p_occurs_since('1 h') group by door order by door";

/** Events of the one alert, as its page shows them first. */
async function samples({ alerts }: ScheduledWorld) {
  const rows = await alerts.store.query<{ event: unknown }>(
    'select event from alert_samples order by position',
  );
  return rows.map(({ event }) => (typeof event === 'string' ? (JSON.parse(event) as unknown) : event));
}

describe('runs of scheduled queries', () => {
  let world: ScheduledWorld;
  beforeAll(async () => {
    world = await openScheduledWorld();
  }, 120_000);
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('keeps rows that name their log type with the matches of that log type', async () => {
    await world.putQuery('All doors', `${lastHour} limit 3`);
    await world.putRule('Every row', ['All doors']);
    await world.beat(30);
    expect((await world.runs('All doors'))[0]).toMatchObject({
      state: 'SUCCEEDED',
      rowCount: 3,
      matchCount: 3,
    });
    const [alert] = await world.alerts.list();
    expect(alert).toMatchObject({ logTypes: ['Custom.Doors'], type: 'SCHEDULED_RULE' });
    const kept =
      "select count(), uniqExact(p_row_id), any(door) != '' from panther_rule_matches.custom_doors where p_rule_id = 'Every row'";
    expect(await world.rows(kept)).toEqual([['3', '3', 1]]);
  });

  it('leaves out rules that are disabled or name another query, and asks none where there are no rows', async () => {
    await world.putQuery('One', perDoor);
    await world.putQuery('None', perDoor.replace('where', "where door = 'x' and"));
    await world.putRule('Off', ['One'], { enabled: false });
    await world.putRule('Other', ['None']);
    await world.beat(30);
    expect((await world.runs('One'))[0]).toMatchObject({ state: 'SUCCEEDED', rowCount: 4, matchCount: 0 });
    expect((await world.runs('None'))[0]).toMatchObject({ state: 'SUCCEEDED', rowCount: 0, matchCount: 0 });
    expect(await world.alerts.list()).toEqual([]);
  });

  it('takes the scheduled time for the present, however late it runs', async () => {
    await world.putQuery(
      'When',
      "select count(*) as n, max(p_event_time) as newest, current_timestamp() as present from custom_doors where p_occurs_since('1 h')",
      { schedule: { cron: '0 11 * * *' } },
    );
    await world.putRule('Says', ['When']);
    await world.beat(6 * 60);
    expect((await world.runs('When'))[0]).toMatchObject({
      scheduledAt: at('11:00:00'),
      startedAt: at('16:00:00'),
    });
    expect(await samples(world)).toMatchObject([
      { n: 60, newest: '2026-03-01 10:59:00.000000000', present: '2026-03-01 11:00:00.000000000' },
    ]);
  });

  it('looks back over the window its query asks for, up to the scheduled time', async () => {
    await world.putQuery('Back', 'select count(*) as n from custom_doors', { lookbackWindowSeconds: 600 });
    await world.putRule('Says', ['Back']);
    await world.beat(30);
    expect((await world.runs('Back'))[0]).toMatchObject({
      windowFrom: at('10:20:00'),
      scheduledAt: at('10:30:00'),
    });
    expect(await samples(world)).toMatchObject([{ n: 10 }]);
  });

  it('catches up with a day of missed runs, at most a hundred, and writes the older ones down as missed', async () => {
    await world.putQuery('Often', perDoor, { schedule: { rateMinutes: 10 } });
    await world.putQuery('Hourly', perDoor, { schedule: { cron: '0 * * * *' } });
    await world.beat(30 * 60);
    const often = await world.runs('Often');
    expect(often.filter(({ state }) => state === 'SUCCEEDED')).toHaveLength(100);
    expect(often.filter(({ state }) => state === 'MISSED')).toHaveLength(80);
    expect(often[0]).toMatchObject({ state: 'SUCCEEDED', scheduledAt: new Date('2026-03-02T16:00:00Z') });
    const hourly = await world.runs('Hourly');
    expect(hourly.filter(({ state }) => state === 'SUCCEEDED')).toHaveLength(25);
    expect(hourly.filter(({ state }) => state === 'MISSED')).toHaveLength(5);
    expect(hourly.at(-1)?.error).toMatch(/too long ago/);
  }, 60_000);

  it('is not idle when a run ends while the next one is being claimed', async () => {
    await world.putQuery('Often', perDoor);
    const { store } = world.deps;
    const planned = [0, 1, 2, 3].map((minute) => ({ scheduledAt: at(`10:0${minute}:00`), isMissed: false }));
    await insertScheduledRuns(store, 'Often', planned, world.alerts.now());
    /** Its answer to who asks for a run comes long after that of anything else. */
    const slow: Store = {
      ...store,
      async query(text, params) {
        const rows = await store.query<never>(text, params);
        if (text.includes('skip locked')) await setTimeout(50);
        return rows;
      },
    };
    const runner = createRunner({ ...world.deps, store: slow, limits: rowLimits, timeoutMinuteMs: 60_000 });
    await runner.wake();
    await runner.idle();
    await runner.close();
    expect((await world.runs('Often')).map(({ state }) => state)).toEqual(Array(4).fill('SUCCEEDED'));
  });

  it('misses nothing while it is disabled, and begins anew when it is enabled', async () => {
    await world.putQuery('Switched', perDoor);
    await world.beat(30);
    await world.putQuery('Switched', perDoor, { enabled: false, isNew: false });
    await world.beat(120);
    await world.putQuery('Switched', perDoor, { isNew: false });
    await world.beat(29);
    expect(await world.runs('Switched')).toHaveLength(1);
    await world.beat(1);
    expect((await world.runs('Switched')).map(({ scheduledAt }) => scheduledAt)).toEqual([
      at('13:00:00'),
      at('10:30:00'),
    ]);
  });

  it('runs the new version after an edit', async () => {
    await world.putQuery('Edited', perDoor);
    await world.beat(30);
    await world.putQuery('Edited', `${perDoor} limit 1`, { isNew: false });
    await world.beat(30);
    const [second, first] = await world.runs('Edited');
    expect([first?.rowCount, second?.rowCount]).toEqual([4, 1]);
    expect(second?.versionId).toBe((await world.detections.find('Edited', ['SAVED_QUERY']))?.versionId);
    expect(first?.versionId).not.toBe(second?.versionId);
  });

  it('is written down once, however many processes look at the clock', async () => {
    await world.putQuery('Once', perDoor);
    await world.putRule('Every row', ['Once']);
    world.alerts.later(30);
    await Promise.all(Array.from({ length: 5 }, () => world.domain.tick()));
    await world.domain.idle();
    expect(await world.runs('Once')).toHaveLength(1);
    expect((await world.alerts.onlyAlert()).eventCount).toBe(4);
  });

  it('runs a search of the form as of its time: whole events, which rules judge, none after it', async () => {
    const putForm = (form: object) =>
      world.detections.put(admin, {
        kind: 'SAVED_QUERY',
        id: 'Form',
        isNew: true,
        enabled: true,
        definition: {
          description: '',
          tags: [],
          text: '',
          key: 'Query',
          schedule: { rateMinutes: 30, timeoutMinutes: 5 },
          form: { databases: [], tables: ['panther_logs.custom_doors'], ...form },
        },
      });
    const filters = { or: [{ and: [{ target: 'door', operator: 'is', value: '"d1"' }] }] };
    await putForm({ simpleSearchQueryFilter: JSON.stringify(filters), relativeTime: 'PT1H' });
    const query = await world.detections.find('Form', ['SAVED_QUERY']);
    expect(query && world.domain.service.notRunReason(query)).toBeNull();
    await world.putRule('Door 1', ['Form'], { body: 'def rule(event):\n    return event["door"] == "d1"\n' });
    await world.beat(30);
    // Doors open once a minute, every fourth is d1; events up to 12:00 are there already.
    expect(await world.runs('Form')).toMatchObject([
      { state: 'SUCCEEDED', scheduledAt: at('10:30:00'), rowCount: 15 },
    ]);
    const alert = await world.alerts.onlyAlert();
    expect(alert.eventCount).toBe(15);
    const [first] = await samples(world);
    expect(first).toMatchObject({
      door: 'd1',
      p_log_type: 'Custom.Doors',
      person: { id: expect.any(String) },
    });
  });

  it('runs the form with all of time, its words, its limit and its order', async () => {
    await world.detections.put(admin, {
      kind: 'SAVED_QUERY',
      id: 'Words',
      isNew: true,
      enabled: true,
      definition: {
        description: '',
        tags: [],
        text: '',
        key: 'Query',
        schedule: { rateMinutes: 30, timeoutMinutes: 5 },
        form: {
          databases: ['panther_logs'],
          tables: [],
          simpleSearchQueryFilter: '{"text":"d2"}',
          limit: 3,
          sortDirection: 'ascending',
        },
      },
    });
    await world.beat(30);
    expect(await world.runs('Words')).toMatchObject([{ state: 'SUCCEEDED', rowCount: 3 }]);
  });

  it('runs PantherFlow as it runs SQL', async () => {
    await world.putQuery('Flow', 'panther_logs.public.custom_doors | limit 10');
    const query = await world.detections.find('Flow', ['SAVED_QUERY']);
    expect(query && world.domain.service.notRunReason(query)).toBeNull();
    expect(query && world.domain.service.nextRunAt(query)).not.toBeNull();
    await world.beat(30);
    expect(await world.runs('Flow')).toMatchObject([{ state: 'SUCCEEDED', rowCount: 10 }]);
  });

  it('takes databases, tables and time of a text that starts with a pipe from the saved search', async () => {
    const put = (id: string, text: string, form: object, over: object = {}) =>
      world.detections.put(admin, {
        kind: 'SAVED_QUERY',
        id,
        isNew: true,
        enabled: true,
        definition: {
          description: '',
          tags: [],
          text,
          key: 'Query',
          schedule: { rateMinutes: 30, timeoutMinutes: 5 },
          form: { databases: [], tables: [], ...form },
          ...over,
        },
      });
    const lastHourOfDoors = { tables: ['panther_logs.custom_doors'], relativeTime: 'PT1H' };
    await put('Pipe', "| where door == 'd1'", lastHourOfDoors);
    await put('Fixed times', "| where door == 'd1'", {
      databases: ['panther_logs'],
      startTime: '2026-03-01T10:25:00Z',
      endTime: '2026-03-01T11:00:00Z',
    });
    await put('Looks back', '| where door != null', lastHourOfDoors, {
      lookback: true,
      lookbackWindowSeconds: 600,
    });
    await put('Nowhere', '| limit 1', { tables: ['panther_logs.no_such'] });
    await world.putRule('Door 1', ['Pipe']);
    await world.beat(30);
    // Doors open once a minute, every fourth is d1; events up to 12:00 are there already.
    expect(await world.runs('Pipe')).toMatchObject([{ state: 'SUCCEEDED', rowCount: 15, matchCount: 15 }]);
    const [first] = await samples(world);
    expect(first).toMatchObject({ door: 'd1', p_log_type: 'Custom.Doors' });
    // Of the minutes from 10:25 a run of 10:30 sees five.
    expect(await world.runs('Fixed times')).toMatchObject([{ state: 'SUCCEEDED', rowCount: 2 }]);
    expect(await world.runs('Looks back')).toMatchObject([{ state: 'SUCCEEDED', rowCount: 10 }]);
    expect(await world.runs('Nowhere')).toMatchObject([
      { state: 'FAILED', error: 'Invalid table(s): panther_logs.no_such' },
    ]);
  });
});

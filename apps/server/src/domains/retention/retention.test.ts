import { silentLogger } from '@margay/kit';
import { createRowEncoder, type Lake } from '@margay/lake';
import { openTemporaryLake, sampleEvent, sampleShape, type TemporaryLake } from '@margay/lake/testing';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../testing/all-migrations.ts';
import { endOfRetention, retentionJob } from './jobs.ts';
import { createSourceRetention } from './source-retention.ts';

const now = new Date('2026-03-31T14:00:00Z');
const retentionDays = 60;
/** At `now`: 60 whole days before the day of now. */
const cut = '2026-01-30';

async function writeRows(lake: Lake, logType: string, rows: readonly Record<string, unknown>[]) {
  const layout = await lake.ensureTable('panther_logs', { ...sampleShape, logType });
  const encoder = createRowEncoder(layout);
  rows.forEach((row, i) => encoder.append(sampleEvent(i, { p_log_type: logType, ...row })));
  await lake.insert(layout, encoder.take(), { token: logType });
  return `panther_logs.${layout.table}`;
}
const arrived = (id: string, at: string, source = 'source-1', happened = at) => ({
  p_row_id: id,
  p_parse_time: at,
  p_event_time: happened,
  p_source_id: source,
});

describe('retention', () => {
  let store: Store;
  let temporary: TemporaryLake;
  beforeAll(async () => {
    store = await openTestStore(migrations);
    temporary = await openTemporaryLake();
  }, 300_000);
  afterAll(async () => {
    await temporary.remove();
    await store.close();
  });

  it('ends with whole days of UTC', () => {
    expect(endOfRetention(now.getTime(), retentionDays).toISOString()).toBe(`${cut}T00:00:00.000Z`);
    const midnight = Date.parse('2026-03-31T00:00:00Z');
    expect(endOfRetention(midnight, retentionDays).toISOString()).toBe(`${cut}T00:00:00.000Z`);
    expect(endOfRetention(midnight - 1, retentionDays).toISOString()).toBe('2026-01-29T00:00:00.000Z');
  });

  it('removes each night what arrived too long ago, and old figures of minutes and hours', async () => {
    const { lake } = temporary;
    const table = await writeRows(lake, 'Test.Nightly', [
      arrived('too-old', '2025-12-05 10:00:00'),
      arrived('in-time', '2026-03-30 10:00:00', 'source-1', '2020-01-01 00:00:00'),
    ]);
    await store.exec(`
      insert into event_balance (source_id, minute) values ('s', '2026-03-01T13:59:00Z'), ('s', '2026-03-01T14:00:00Z');
      insert into log_type_volume (source_id, log_type, hour) values ('s', 'A', '2026-03-01T13:00:00Z'), ('s', 'A', '2026-03-01T14:00:00Z');
      insert into detection_statistics (detection_id, hour) values ('d', '2026-03-01T13:00:00Z'), ('d', '2026-03-01T14:00:00Z');
      insert into detection_cache (key, expires_at) values ('gone', now() - interval '1 hour'), ('kept', now() + interval '1 day'), ('endless', null)`);
    const job = retentionJob({
      lake,
      sql: store,
      retentionDays: async () => retentionDays,
      clock: () => now,
      logger: silentLogger,
    });
    const context = { jobId: 'j', attempt: 0, signal: new AbortController().signal };
    await job.handle({}, context);
    await job.handle({}, context);

    const { rows } = await lake.query({
      lane: { pool: 'internal', owner: 'test' },
      sql: `SELECT p_row_id FROM ${table}`,
    });
    expect(rows).toEqual([['in-time']]);
    const left = async (column: string, from: string) =>
      (await store.query<{ at: Date }>(`select ${column} as at from ${from}`)).map(({ at }) =>
        at.toISOString(),
      );
    expect(await left('minute', 'event_balance')).toEqual(['2026-03-01T14:00:00.000Z']);
    expect(await left('hour', 'log_type_volume')).toEqual(['2026-03-01T14:00:00.000Z']);
    expect(await left('hour', 'detection_statistics')).toEqual(['2026-03-01T14:00:00.000Z']);
    expect(await store.query('select key from detection_cache order by key')).toEqual([
      { key: 'endless' },
      { key: 'kept' },
    ]);
  });

  it('says of a source what stays and what goes next, and counts no other source', async () => {
    const { lake } = temporary;
    await writeRows(lake, 'Test.Told', [
      // Goes in the night after 2026-04-05, 60 days after its day.
      arrived('soon', '2026-02-03 10:00:00', 'told'),
      arrived('later', '2026-03-20 10:00:00', 'told'),
      arrived('backfilled', '2026-03-25 10:00:00', 'told', '2025-01-01 00:00:00'),
      arrived('of-another', '2026-01-31 10:00:00', 'another'),
    ]);
    const retention = createSourceRetention({
      lake,
      retentionDays: async () => retentionDays,
      clock: () => now,
    });
    const told = await retention.of({ id: 'told', logTypes: ['Test.Told', 'Test.WithoutTable'] });
    expect(told).toMatchObject({
      days: retentionDays,
      events: 3,
      oldestArrivalAt: new Date('2026-02-03T10:00:00Z'),
      endingSoon: 1,
      backfilled: 1,
      backfilledUntil: new Date('2026-05-25T00:00:00Z'),
    });
    expect(told?.sentences).toEqual([
      'Events stay 60 days, counted from the day they arrive, however old they are themselves.',
      'The oldest of 3 events arrived on 2026-02-03 and goes after 2026-04-05, at the latest a month later.',
      '1 event comes to its end within the next 7 days.',
      '1 event was older than that already on arrival, as a backfill brings them; the last of them goes after 2026-05-25.',
    ]);
    expect(await retention.of({ id: 'nobody', logTypes: ['Test.Told'] })).toMatchObject({
      events: 0,
      oldestArrivalAt: null,
      endingSoon: 0,
      backfilledUntil: null,
    });
  });
});

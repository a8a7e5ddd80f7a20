import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAuditLog } from '../../audit-log/testing.ts';
import { createSearchesService } from '../service.ts';
import {
  ada,
  bob,
  ended,
  eve,
  form,
  openCount,
  openLog,
  openSearchPlace,
  sql,
  startOfTests,
  writeEvents,
  type SearchPlace,
} from '../testing.ts';

describe('search history', () => {
  let place: SearchPlace;
  let failedId = '';

  beforeAll(async () => {
    place = await openSearchPlace();
    const { searches, store, setNow } = place;
    const minutesLater = (minutes: number) => setNow(new Date(startOfTests.getTime() + minutes * 60_000));
    await searches.start(ada, form({ filters: '{"text":"needle"}' }));
    minutesLater(1);
    const { id } = await searches.start(bob, sql('select name from panther_logs.public.open_log limit 5'));
    await ended(place, bob, { id, component: 'timeline' });
    minutesLater(2);
    ({ id: failedId } = await searches.start(eve, sql('select 1')));
    await store.query(`update searches set status = 'failed', message = 'no luck' where id = $1`, [failedId]);
    await store.query(
      `insert into content_items (kind, id, version_id, definition, display_name, enabled, managed, log_types, tags)
       values ('SAVED_QUERY', 'Nightly', 'v', '{"text":"select 2 limit 1","description":"","tags":[]}', 'Nightly', true, false, '{}', '{}')`,
    );
    await store.query(
      `insert into scheduled_query_runs (id, query_id, trigger, scheduled_at, state, next_attempt_at, error, row_count)
       values ('r1', 'Nightly', 'SCHEDULE', $1, 'FAILED', $1, 'Too slow.', null)`,
      [new Date(startOfTests.getTime() + 90_000)],
    );
  });
  afterAll(() => place.remove());

  const texts = async (actor: typeof ada, request = {}) => {
    const { views } = await place.searches.history(actor, request);
    return views.map(({ record }) => record.name ?? (record.params.filters || 'form'));
  };
  const needle = '{"text":"needle"}';
  const names = 'select name from panther_logs.public.open_log limit 5';

  it('[001-2.10] holds searches, SQL and runs of the clock, each by its filters', async () => {
    expect(await texts(ada)).toEqual(['select 1', 'Nightly', names, needle]);
    expect(await texts(ada, { isAscending: true })).toEqual([needle, names, 'Nightly', 'select 1']);
    expect(await texts(ada, { statuses: ['failed'] })).toEqual(['select 1', 'Nightly']);
    expect(await texts(ada, { kinds: ['adhoc'] })).toEqual(['select 1', names]);
    expect(await texts(ada, { isScheduled: false })).toEqual(['select 1', names, needle]);
    expect(await texts(ada, { authorIds: ['bob', 'schedule'] })).toEqual(['Nightly', names]);
    expect(await texts(ada, { contains: 'night' })).toEqual(['Nightly']);
    expect(await texts(ada, { contains: failedId })).toEqual(['select 1']);
    expect(await texts(ada, { startedAfter: new Date(startOfTests.getTime() + 60_000) })).toHaveLength(3);
    expect(await texts(ada, { startedBefore: new Date(startOfTests.getTime() + 60_000) })).toEqual([needle]);
    const first = await place.searches.history(ada, { pageSize: 2 });
    expect(await texts(ada, { pageSize: 2, cursor: first.endCursor })).toEqual([names, needle]);
  });

  it('shows who may not read every log type their own searches only', async () => {
    expect(await texts(eve)).toEqual(['select 1']);
    expect(await texts(eve, { authorIds: ['ada'] })).toEqual([]);
  });

  it('says of a run of the clock how it went', async () => {
    const { views } = await place.searches.history(ada, { kinds: ['scheduled'] });
    expect(views[0]).toMatchObject({
      status: 'failed',
      message: 'Too slow.',
      record: {
        author: { name: 'Schedule' },
        params: { language: 'sql', filters: 'select 2 limit 1' },
      },
    });
    await place.store.query(
      `update content_items set definition = '{"text":"open_log | limit 1","description":"","tags":[]}' where id = 'Nightly'`,
    );
    const [view] = (await place.searches.history(ada, { kinds: ['scheduled'] })).views;
    expect(view?.record.params).toMatchObject({ language: 'pantherflow', filters: 'open_log | limit 1' });
  });

  it('estimates what a search reads from the index of its tables', async () => {
    const { searches } = place;
    const whole = await searches.estimate(ada, form());
    expect(whole?.rowCount).toBeGreaterThanOrEqual(openCount);
    expect(whole?.byteCount).toBeGreaterThan(0);
    const never = { startTime: '2020-01-01T00:00:00.000Z', endTime: '2020-01-02T00:00:00.000Z' };
    expect(await searches.estimate(ada, form(never))).toEqual({ rowCount: 0, byteCount: 0 });
    const restricted = await searches.estimate(eve, form());
    expect(restricted?.rowCount).toBeLessThan(whole?.rowCount ?? 0);
    expect(await searches.estimate(ada, sql('select nothing'))).toBeUndefined();
  });

  it('knows when the newest events are from, whatever the times of a search', async () => {
    const { searches } = place;
    const never = { startTime: '2020-01-01T00:00:00.000Z', endTime: '2020-01-02T00:00:00.000Z' };
    const span = {
      startTime: new Date('2024-05-01T10:00:00Z'),
      endTime: new Date('2024-05-01T14:09:00Z'),
    };
    expect(await searches.newestEvents(ada, form(never))).toEqual(span);
    const vault = form({ databases: [], tables: ['panther_logs.public.secret_vault'] });
    expect(await searches.newestEvents(ada, vault)).toMatchObject({
      endTime: new Date('2024-05-01T10:06:00Z'),
    });
    expect(await searches.newestEvents(ada, form({ databases: ['panther_signals'] }))).toBeUndefined();
    // Four days later: the last 24 hours of them.
    await writeEvents(place.lake, 'panther_logs', openLog, { from: 5_760, to: 5_762 });
    await writeEvents(place.lake, 'panther_logs', openLog, { from: 4_000, to: 4_001 });
    expect(await searches.newestEvents(eve, form())).toEqual({
      startTime: new Date('2024-05-04T10:01:00Z'),
      endTime: new Date('2024-05-05T10:01:00Z'),
    });
  });

  it('stops a search at its limit, with what it had read and what to do', async () => {
    const strict = createSearchesService({
      store: place.store,
      lake: place.lake,
      audit: createTestAuditLog(place.store),
      logger: silentLogger,
      clock: () => startOfTests,
      limits: { timeoutMs: 2_000, maxMemoryBytes: 2_000_000_000 },
    });
    const many = 'panther_logs.public.open_log';
    const text = `select count(*) from ${many} a, ${many} b, ${many} c, ${many} d, ${many} e where a.number + b.number + c.number + d.number + e.number = -1`;
    const { id } = await strict.start(ada, sql(text));
    let view = await strict.part(ada, { id, component: 'detailsDescending' });
    const again = await strict.part(ada, { id, component: 'detailsDescending' });
    expect([view.status, again.status], 'the same run, looked at again').toEqual(['running', 'running']);
    while (view.status === 'running') view = await strict.part(ada, { id, component: 'detailsDescending' });
    strict.close();
    expect(view.status).toBe('failed');
    expect(view.message).toMatch(/ran longer than allowed and was stopped. Narrow its time range/);
    expect(view.message).toMatch(/It had read [\d,]+ of about [\d,]+ rows \(.*B\) in \d+\.\d s\.$/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testLane } from '@margay/lake/testing';
import type { PartRequest } from './service.ts';
import {
  ada,
  ask,
  bob,
  ended,
  eve,
  form,
  nodesOf,
  openCount,
  openLog,
  openSearchPlace,
  secretCount,
  secretLog,
  sql,
  startOfTests,
  writeEvents,
  type SearchPlace,
} from './testing.ts';

/** Runs for minutes unless somebody ends it. */
const endless =
  'select count(*) from open_log a cross join open_log b cross join open_log c cross join open_log d where a.number + b.number + c.number + d.number = -1';

let place: SearchPlace;
beforeAll(async () => {
  place = await openSearchPlace();
});
afterAll(() => place.remove());

describe('the parts of a search', () => {
  it('[001-4.12] start at once, then run and succeed with timeline, details and summary', async () => {
    const { id } = await place.searches.start(ada, form());
    expect(await place.searches.byId(ada, id)).toMatchObject({ status: 'running' });

    const timeline = await ended(place, ada, { id, component: 'timeline' });
    expect(timeline.status).toBe('succeeded');
    expect(timeline.result?.page).toMatchObject({
      order: ['bucket', 'series', 'count'],
      types: {
        bucketSeconds: 600,
        startTime: '2024-05-01T10:00:00.000Z',
        endTime: '2024-05-01T16:00:00.000Z',
      },
      rowCount: openCount + secretCount,
    });
    expect(nodesOf(timeline).slice(0, 3)).toEqual([
      { bucket: '2024-05-01T10:00:00.000Z', series: openLog, count: 10 },
      { bucket: '2024-05-01T10:00:00.000Z', series: secretLog, count: secretCount },
      { bucket: '2024-05-01T10:10:00.000Z', series: openLog, count: 10 },
    ]);

    const details = await ended(place, ada, { id, component: 'detailsDescending', pageSize: 2 });
    expect(details.result?.page.order.slice(0, 2)).toEqual(['p_event_time', 'p_log_type']);
    expect(details.result?.page.types).toMatchObject({
      number: 'bigint',
      tags: 'array<string>',
      user: 'object',
    });
    expect(nodesOf(details)[0]).toMatchObject({
      name: 'Open.Log 249',
      number: 249,
      tags: ['all', 't0'],
      user: { id: 'u4' },
      p_event_time: '2024-05-01 14:09:00.000000000',
    });
    expect(details.result?.page.rows[0]?.id).toBe('Open.Log-000249');

    const summary = await ended(place, ada, {
      id,
      component: 'summary',
      columns: ['p_log_type', 'user.id', 'tags', 'nowhere'],
    });
    expect(summary.result?.page.types['distinctCounts']).toEqual({ p_log_type: 2, 'user.id': 5, tags: 4 });
    expect(nodesOf(summary).slice(0, 2)).toMatchObject([
      { column: 'p_log_type', value: openLog, count: openCount },
      { column: 'p_log_type', value: secretLog, count: secretCount },
    ]);
    const facts = await ended(place, ada, {
      id,
      component: 'summary',
      columns: ['number', 'user.id', 'tags'],
    });
    expect(facts.result?.page.types['columnFacts']).toEqual({
      number: {
        distinctCount: openCount,
        nullCount: 0,
        min: 0,
        max: openCount - 1,
        mean: expect.closeTo(31_146 / 257, 6),
        sum: 31_146,
      },
      'user.id': { distinctCount: 5, nullCount: 0, min: null, max: null, mean: null, sum: null },
      tags: { distinctCount: 4, nullCount: null, min: null, max: null, mean: null, sum: null },
    });
    const most = await ended(place, ada, { id, component: 'summary', columns: ['number'], pageSize: 1000 });
    expect(nodesOf(most)).toHaveLength(25);
    const usual = await ended(place, ada, { id, component: 'summary' });
    expect(usual.result?.page.types['distinctCounts']).toMatchObject({
      p_source_label: 1,
      p_any_ip_addresses: 4,
    });

    const view = await place.searches.byId(ada, id);
    expect(view).toMatchObject({
      status: 'succeeded',
      record: { rowCount: openCount + secretCount, kind: 'search', author: { id: 'ada' } },
    });
    expect(view?.record.bytesScanned).toBeGreaterThan(0);
  });

  it.each([
    ['detailsAscending', 'before'],
    ['detailsDescending', 'before'],
    ['detailsAscending', 'after'],
    ['detailsDescending', 'after'],
  ] as const)('%s pages through every event once, %s the timeline is known', async (component, when) => {
    const { id } = await place.searches.start(ada, form());
    if (when === 'after') await ended(place, ada, { id, component: 'timeline' });
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const view = await ended(place, ada, { id, component, pageSize: 37, ...(cursor ? { cursor } : {}) });
      seen.push(...nodesOf(view).map((node) => node['p_row_id']));
      cursor = view.result?.page.endCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(openCount + secretCount);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(component === 'detailsAscending' ? -1 : 0)).toBe('Open.Log-000249');
  });

  it('ends details at the limit of the search and counts everything in the timeline', async () => {
    const { id } = await place.searches.start(ada, form({ limit: 60 }));
    const first = await ended(place, ada, { id, component: 'detailsAscending', pageSize: 50 });
    const cursor = first.result?.page.endCursor ?? '';
    const second = await ended(place, ada, { id, component: 'detailsAscending', pageSize: 50, cursor });
    expect([first, second].map((view) => view.result?.page.rowCount)).toEqual([50, 10]);
    expect(second.result?.page.endCursor).toBeNull();
    const timeline = await ended(place, ada, { id, component: 'timeline' });
    expect(timeline.result?.page.rowCount).toBe(openCount + secretCount);
  });

  it('draws all time from the first event to the last', async () => {
    const { id } = await place.searches.start(ada, { language: 'simplesearch', relativeTime: 'PAllTime' });
    const { result } = await ended(place, ada, { id, component: 'timeline' });
    expect(result?.page.types).toMatchObject({
      bucketSeconds: 300,
      startTime: '2024-05-01T10:00:00.000Z',
      endTime: '2024-05-01T14:09:00.001Z',
    });
    const nothing = await ask(
      place,
      ada,
      { language: 'simplesearch', filters: '{"text":"unheard"}' },
      { component: 'timeline' },
    );
    expect(nothing.result?.page).toMatchObject({ rows: [], rowCount: 0 });
  });

  it('counts relative times from the start of the search, whenever its parts are asked for', async () => {
    place.setNow(new Date('2024-05-01T14:10:00Z'));
    const { id } = await place.searches.start(
      ada,
      form({ startTime: undefined, endTime: undefined, relativeTime: 'PT20M' }),
    );
    place.setNow(new Date('2024-05-02T14:10:00Z'));
    const details = await ended(place, ada, { id, component: 'detailsAscending' });
    place.setNow(startOfTests);
    expect(nodesOf(details)).toHaveLength(20);
  });
});

describe('SQL', () => {
  it('keeps the order of the text and pages by offset', async () => {
    const text = 'select number, name from open_log where number < 30 order by number % 7, number desc';
    const first = await ask(place, ada, sql(text), { pageSize: 20 });
    expect(first.result?.page.order).toEqual(['number', 'name']);
    expect(
      nodesOf(first)
        .slice(0, 3)
        .map((node) => node['number']),
    ).toEqual([28, 21, 14]);
    const second = await ended(place, ada, {
      id: first.record.id,
      component: 'detailsDescending',
      pageSize: 20,
      cursor: first.result?.page.endCursor ?? '',
    });
    expect(nodesOf(second)).toHaveLength(10);
    expect(second.result?.page.endCursor).toBeNull();
  });

  it('has a timeline where rows have an event time, else a count', async () => {
    const timed = await ask(place, ada, sql('select p_event_time, name from open_log where number < 3'), {
      component: 'timeline',
    });
    expect(nodesOf(timed)).toEqual([
      { bucket: '2024-05-01T10:00:00.000Z', series: '', count: 1 },
      { bucket: '2024-05-01T10:01:00.000Z', series: '', count: 1 },
      { bucket: '2024-05-01T10:02:00.000Z', series: '', count: 1 },
    ]);
    const grouped = await ask(place, ada, sql('select count(*) as n from open_log group by number % 5'), {
      component: 'timeline',
    });
    expect(nodesOf(grouped)).toEqual([{ bucket: null, series: '', count: 5 }]);
    const empty = await ask(place, ada, sql('select name from open_log where number < 0'), {
      component: 'timeline',
    });
    expect(nodesOf(empty)).toEqual([]);
  });

  it('[000-1.16] runs a text at once for the command line, says what it left out and where it is wrong', async () => {
    const result = await place.searches.runSql(ada, {
      language: 'sql',
      text: 'select number, user from open_log order by number',
      rowLimit: 2,
    });
    expect(result).toEqual({
      columns: ['number', 'user'],
      rows: [
        [0, { id: 'u0' }],
        [1, { id: 'u1' }],
      ],
      isTruncated: true,
    });
    const all = await place.searches.runSql(ada, {
      language: 'sql',
      text: 'select * from secret_vault limit 7',
    });
    expect(all.rows).toHaveLength(7);
    expect(all.isTruncated).toBe(false);
    expect(all.columns).toContain('p_event_time');
    const refused = (language: string, text: string, rowLimit?: number) =>
      expect(place.searches.runSql(ada, { language, text, ...(rowLimit === undefined ? {} : { rowLimit }) }))
        .rejects;
    await refused('sql', 'select *\nfrom nowhere').toMatchObject({
      code: 'InvalidInput',
      details: { line: 2, column: 6 },
    });
    await refused('pantherflow', 'open_log\n| wher true').toMatchObject({
      code: 'InvalidInput',
      details: { line: 2, column: 3 },
    });
    await refused('klingon', 'x').toMatchObject({ details: { field: 'language' } });
    await refused('sql', 'select 1', 10_001).toMatchObject({ details: { field: 'rowLimit' } });
  });
});

describe('running and cancelling', () => {
  it('[001-4.11][001-4.21] says how far a long run is, and ends it in the lake when it is cancelled', async () => {
    const { id } = await place.searches.start(ada, sql(endless));
    const request = { id, component: 'detailsDescending' } as const;
    let view = await place.searches.part(ada, request);
    expect(view.status).toBe('running');
    while (view.status === 'running' && view.progress.readRows === 0)
      view = await place.searches.part(ada, request);
    expect(view).toMatchObject({ status: 'running', progress: { totalRows: expect.any(Number) } });
    expect(view.progress.elapsedMs).toBeGreaterThan(0);

    await place.searches.cancel(ada, id);
    expect(await ended(place, ada, request)).toMatchObject({
      status: 'cancelled',
      message: 'The search was cancelled.',
    });
    expect(await ended(place, ada, { id, component: 'timeline' })).toMatchObject({ status: 'cancelled' });
    expect(await place.searches.byId(ada, id)).toMatchObject({ status: 'cancelled' });
    let left = 1;
    while (left > 0) {
      const { rows } = await place.lake.query({
        lane: testLane,
        sql: `SELECT count() FROM system.processes WHERE Settings['log_comment'] LIKE 'search:${id}%'`,
      });
      left = Number(rows[0]?.[0]);
    }
    expect(left).toBe(0);
  });

  it('ends for others only what they started', async () => {
    const { id } = await place.searches.start(ada, sql(endless));
    const request = { id, component: 'detailsDescending' } as const;
    expect(await place.searches.part(ada, request)).toMatchObject({ status: 'running' });
    await place.searches.cancel(bob, id);
    expect(await place.searches.part(ada, request)).toMatchObject({ status: 'running' });
    await place.searches.cancel(ada, id);
    expect(await ended(place, ada, request)).toMatchObject({ status: 'cancelled' });
  });

  it('keeps the result of a search that was over before it was cancelled', async () => {
    const view = await ask(place, ada, sql('select 1 as one'));
    await place.searches.cancel(ada, view.record.id);
    expect(await place.searches.byId(ada, view.record.id)).toMatchObject({ status: 'succeeded' });
  });

  it('ends what still runs of a search that has its result, which can be opened again', async () => {
    const { id } = await place.searches.start(ada, {
      language: 'simplesearch',
      tables: ['open_log'],
      relativeTime: 'PAllTime',
      limit: 5,
    });
    expect(await ended(place, ada, { id, component: 'timeline' })).toMatchObject({ status: 'succeeded' });
    const summary: PartRequest = { id, component: 'summary', columns: ['name'] };
    const asking = place.searches.part(ada, summary);
    await place.searches.cancel(ada, id);
    await asking;
    expect(await ended(place, ada, summary)).toMatchObject({ status: 'succeeded' });
    expect(await place.searches.byId(ada, id)).toMatchObject({ status: 'succeeded' });
  });

  it('[001-4.11][002-4.4] fails with a sentence when a table has gone since', async () => {
    await writeEvents(place.lake, 'panther_logs', 'Short.Lived', { from: 0, to: 3 });
    const { id } = await place.searches.start(ada, sql('select * from short_lived'));
    await place.lake.dropTable('panther_logs', 'short_lived');
    const view = await ended(place, ada, { id, component: 'timeline' });
    expect(view.status).toBe('failed');
    expect(view.message).toMatch(/short_lived/);
  });
});

describe('matches of detections', () => {
  const matched = [openLog, 'Third.Log', 'Fourth.Log', secretLog];
  beforeAll(async () => {
    for (const logType of matched)
      for (const alert of ['a1', 'a2'])
        await writeEvents(
          place.lake,
          'panther_rule_matches',
          logType,
          { from: 0, to: 10 },
          { p_alert_id: alert, p_rule_id: `Rule.${alert}` },
        );
  });

  it.each([
    ['of all tables', form({ databases: ['panther_rule_matches'] }), 80],
    ['of one table in SQL', sql('select * from panther_rule_matches.open_log'), 20],
  ])('%s are paged one by one, though several share the row id of their event', async (_, params, count) => {
    const { id } = await place.searches.start(ada, params);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const view = await ended(place, ada, {
        id,
        component: 'detailsDescending',
        pageSize: 7,
        ...(cursor ? { cursor } : {}),
      });
      const ids = view.result?.page.rows.map((row) => row.id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
      seen.push(...nodesOf(view).map((node) => `${String(node['p_row_id'])} ${String(node['p_alert_id'])}`));
      cursor = view.result?.page.endCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
  });

  it('are the events of an alert: read by its id, in its window, page by page, where they may be read', async () => {
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await place.searches.alertEvents(ada, 'a1', {
        window: {},
        pageSize: 7,
        ...(cursor ? { cursor } : {}),
      });
      for (const row of page.rows) expect(row['p_alert_id']).toBe('a1');
      all.push(...page.rows.map((row) => String(row['p_row_id'])));
      cursor = page.endCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(all).size).toBe(40);
    expect(all).toHaveLength(40);
    const window = { from: new Date('2024-05-01T10:02:00Z'), to: new Date('2024-05-01T10:04:00Z') };
    const some = await place.searches.alertEvents(eve, 'a2', {
      window,
      logTypes: [openLog, secretLog],
    });
    expect(some.rows.map((row) => row['name'])).toEqual(['Open.Log 4', 'Open.Log 3', 'Open.Log 2']);
    const counted = await place.searches.alertTimeline(ada, 'a1', { window: {} });
    const sumOf = ({ buckets }: typeof counted) => buckets.reduce((sum, { count }) => sum + count, 0);
    expect(sumOf(counted)).toBe(40);
    const inWindow = { window, logTypes: [openLog, secretLog] };
    expect(sumOf(await place.searches.alertTimeline(eve, 'a2', inWindow))).toBe(3);
    expect(await place.searches.alertTimeline(eve, 'nobody', { window: {} })).toEqual({
      bucketSeconds: null,
      buckets: [],
    });
    expect(await place.searches.alertEvents(ada, 'nobody', { window: {} })).toEqual({
      rows: [],
      endCursor: null,
    });
  });
});

describe('many tables', () => {
  const names = Array.from({ length: 30 }, (_, number) => `Many.Log${number}`);
  beforeAll(async () => {
    for (const logType of names) await writeEvents(place.lake, 'panther_logs', logType, { from: 0, to: 4 });
  });
  const columns = ['name', 'p_log_type', 'user.id', 'tags', 'p_any_ip_addresses', 'p_any_usernames'];
  const summaryOf = async (filters: string) => {
    const view = await ask(place, ada, form({ filters }), { component: 'summary', columns });
    expect(view.status).toBe('succeeded');
    return { nodes: nodesOf(view), counts: view.result?.page.types['distinctCounts'] };
  };

  it('are summed up column by column, in the order asked for', async () => {
    const { nodes, counts } = await summaryOf('{"text":"many"}');
    expect(counts).toMatchObject({ name: 120, p_log_type: 30, 'user.id': 4, tags: 4, p_any_ip_addresses: 4 });
    const seen = [...new Set(nodes.map((node) => node['column']))];
    expect(seen).toEqual(['name', 'p_log_type', 'user.id', 'tags', 'p_any_ip_addresses']);
    expect(nodes.filter((node) => node['column'] === 'user.id')).toMatchObject(
      ['u0', 'u1', 'u2', 'u3'].map((value) => ({ value, count: 30 })),
    );
  });

  it('give the same summary where only a few, or none, have rows', async () => {
    const few = await summaryOf('{"text":"Many.Log7"}');
    expect(few.counts).toMatchObject({ name: 4, p_log_type: 1, tags: 4 });
    expect(few.nodes.find((node) => node['column'] === 'p_log_type')).toMatchObject({
      value: 'Many.Log7',
      count: 4,
    });
    const none = await summaryOf('{"text":"unheard"}');
    expect(none.nodes).toEqual([]);
  });

  it('give pages of whole events', async () => {
    const view = await ask(place, ada, form({ filters: '{"text":"many"}', limit: 1000 }), { pageSize: 1000 });
    const found = nodesOf(view);
    expect(found).toHaveLength(120);
    expect(new Set(found.map((node) => node['name'])).size).toBe(120);
  });
});

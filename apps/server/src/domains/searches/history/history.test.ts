import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ada,
  ask,
  bob,
  ended,
  eve,
  form,
  openSearchPlace,
  sql,
  startOfTests,
  type SearchPlace,
} from '../testing.ts';

let place: SearchPlace;
beforeAll(async () => {
  place = await openSearchPlace();
});
afterAll(() => place.remove());

describe('history', () => {
  it('[001-2.65] keeps 30 days: who asked what, how it ended', async () => {
    place.setNow(new Date('2024-04-01T00:00:00Z'));
    const old = await place.searches.start(bob, sql("select 'long ago' as note"));
    place.setNow(new Date('2024-05-01T00:00:00Z'));
    const recent = await ask(place, bob, sql("select 'Recent_Note' as note"), { component: 'timeline' });
    const contains = async (text: string, actor = ada) => {
      const page = await place.searches.history(actor, { contains: text });
      return page.views.map((view) => view.record.id);
    };
    expect(await contains('recent_note')).toEqual([recent.record.id]);
    expect(await contains('long ago')).toEqual([old.id]);
    expect(await contains('%')).not.toContain(recent.record.id);
    place.setNow(startOfTests);
    expect(await contains('long ago')).toEqual([]);
    expect(await place.searches.byId(bob, old.id)).toBeUndefined();
    await expect(place.searches.part(bob, { id: old.id, component: 'timeline' })).rejects.toMatchObject({
      code: 'NotFound',
    });

    const never = await place.searches.start(bob, sql('select 2 as two'));
    place.setNow(new Date('2024-05-01T18:00:00Z'));
    await place.searches.sweep();
    expect(await place.store.query('select id from searches where id = $1', [old.id])).toEqual([]);
    expect(await place.searches.byId(bob, never.id)).toMatchObject({ status: 'failed' });
    expect(await place.searches.byId(bob, recent.record.id)).toMatchObject({
      status: 'succeeded',
      record: { rowCount: 1, author: { id: 'bob', name: 'bob', kind: 'person' } },
    });
    place.setNow(startOfTests);
  });

  it('pages newest first, and shows others only to who may read everything', async () => {
    for (let i = 0; i < 5; i++) await place.searches.start(eve, sql(`select ${i} as paging`));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await place.searches.history(ada, {
        contains: 'AS PAGING',
        pageSize: 2,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.views.map((view) => view.record.params.filters));
      cursor = page.endCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4].map((i) => `select ${i} as paging`));
    const own = await place.searches.history(eve, { pageSize: 100 });
    expect(new Set(own.views.map((view) => view.record.author.id))).toEqual(new Set(['eve']));
    await expect(place.searches.history(ada, { cursor: 'x' })).rejects.toMatchObject({
      details: { field: 'cursor' },
    });
  });

  it('counts the time until the first rows, once, and all that was read', async () => {
    const { id } = await place.searches.start(bob, form());
    const costs: { elapsedMs: number; bytesScanned: number }[] = [];
    const read = async (request: Partial<Parameters<typeof ended>[2]>) => {
      const view = await ended(place, bob, { id, component: 'detailsDescending', pageSize: 20, ...request });
      if (view.result) costs.push(view.result.cost);
      return view;
    };
    await read({ component: 'timeline' });
    const first = await read({});
    const cursor = first.result?.page.endCursor ?? '';
    const told = async () => {
      const { views } = await place.searches.history(bob, { contains: id });
      return views[0]?.record;
    };
    const sumOf = (what: keyof (typeof costs)[number]) => costs.reduce((sum, cost) => sum + cost[what], 0);
    const waited = sumOf('elapsedMs');
    expect(await told()).toMatchObject({ elapsedMs: waited, bytesScanned: sumOf('bytesScanned') });
    await read({ cursor });
    await read({ component: 'summary' });
    expect(costs).toHaveLength(4);
    expect(await told()).toMatchObject({ elapsedMs: waited, bytesScanned: sumOf('bytesScanned') });
    // Sorted the other way: the rows that were waited for last.
    const other = await read({ component: 'detailsAscending' });
    expect((await told())?.elapsedMs).toBe((costs[0]?.elapsedMs ?? 0) + (other.result?.cost.elapsedMs ?? 0));
  });

  it('tells form, PantherFlow and SQL apart', async () => {
    const text = "panther_logs.public.open_log | where name == 'apart'";
    await place.searches.start(bob, form({ filters: '{"text":"apart"}' }));
    await place.searches.start(bob, form({ language: 'pantherflow', filters: text }));
    await place.searches.start(bob, sql("select 'apart' as note"));
    const kinds = async (request: { kinds?: string[] } = {}) => {
      const { views } = await place.searches.history(bob, { contains: 'apart', ...request });
      return views.map(({ record }) => record.kind).toSorted();
    };
    expect(await kinds()).toEqual(['adhoc', 'pantherflow', 'search']);
    expect(await kinds({ kinds: ['pantherflow'] })).toEqual(['pantherflow']);
    expect(await kinds({ kinds: ['search'] })).toEqual(['search']);
  });

  it('writes each search into the audit log', async () => {
    const { id } = await place.searches.start(ada, sql('select 3 as audited'));
    const rows = await place.store.query<{ actor_id: string; params: unknown }>(
      `select actor_id, params from audit_log where action = 'EXECUTE_DATA_LAKE_QUERY' and params->'input'->>'id' = $1`,
      [id],
    );
    expect(rows).toMatchObject([
      { actor_id: 'ada', params: { input: { language: 'sql', filters: 'select 3 as audited' } } },
    ]);
  });
});

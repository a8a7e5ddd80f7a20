import { silentLogger } from '@margay/kit';
import type { Lake } from '@margay/lake';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAuditLog } from '../../audit-log/testing.ts';
import { createSearchesService, type SearchesDeps } from '../service.ts';
import { ada, form, openSearchPlace, sql, startOfTests, type SearchPlace } from '../testing.ts';

describe('what is written about a search, and when', () => {
  let place: SearchPlace;
  beforeAll(async () => {
    place = await openSearchPlace();
  });
  afterAll(() => place.remove());

  /** The searches of one more process over the same lake and state. */
  const process = (over: Partial<SearchesDeps> = {}) =>
    createSearchesService({
      // As over a server: an embedded store has one process, which may trust what it remembers.
      store: { ...place.store, engine: 'postgres' },
      lake: place.lake,
      audit: createTestAuditLog(place.store),
      logger: silentLogger,
      clock: () => startOfTests,
      ...over,
    });
  /** A lake that answers no query before it may. */
  function waitingLake(): { lake: Lake; go: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const query: Lake['query'] = async (request) => {
      await promise;
      return place.lake.query(request);
    };
    return { lake: { ...place.lake, query }, go: resolve };
  }
  const rowsOf = (text: string) =>
    place.store.query<{ status: string }>(
      'select status, row_count, elapsed_ms from searches where text = $1',
      [text],
    );
  const audited = (text: string) =>
    place.store.query("select id from audit_log where params -> 'input' ->> 'filters' = $1", [text]);

  it('any process finds a search as soon as its id is out, and hears at once that it was cancelled', async () => {
    const { lake, go } = waitingLake();
    const [first, second] = [process({ lake, waitMs: 5 }), process({ lake, waitMs: 5 })];
    const { id } = await first.start(ada, form());
    expect(await second.part(ada, { id, component: 'timeline' })).toMatchObject({ status: 'running' });
    expect(await first.part(ada, { id, component: 'timeline' })).toMatchObject({ status: 'running' });
    await second.cancel(ada, id);
    expect(await first.part(ada, { id, component: 'timeline' })).toMatchObject({ status: 'cancelled' });
    expect(await first.byId(ada, id)).toMatchObject({ status: 'cancelled' });
    go();
    first.close();
    second.close();
  });

  it('a query is in the audit log when its answer is out, in the history a moment later or for who looks', async () => {
    const text = "select 'off the path' as note";
    const wrote: unknown[] = [];
    const store: SearchesDeps['store'] = {
      ...place.store,
      query: (statement, params = []) => {
        wrote.push(...params);
        return place.store.query(statement, params);
      },
    };
    const own = process({ store });
    await own.runSql(ada, { language: 'sql', text });
    expect(wrote, 'written before the answer').not.toContain('succeeded');
    expect(await audited(text)).toHaveLength(1);
    const { views } = await own.history(ada, { contains: 'off the path' });
    expect(views).toMatchObject([{ status: 'succeeded', record: { rowCount: 1, author: { id: 'ada' } } }]);
    expect(await rowsOf(text)).toHaveLength(1);

    const later = "select 'by itself' as note";
    await own.runSql(ada, { language: 'sql', text: later });
    await expect.poll(() => rowsOf(later)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('a query that takes its time is in the history as one that runs, and then how it ended, once', async () => {
    const { lake, go } = waitingLake();
    const own = process({ lake });
    const text = "select 'takes its time' as note";
    const answer = own.runSql(ada, { language: 'sql', text });
    await expect.poll(() => rowsOf(text), { timeout: 5_000 }).toMatchObject([{ status: 'running' }]);
    go();
    await answer;
    await own.settled();
    expect(await rowsOf(text)).toMatchObject([{ status: 'succeeded', row_count: 1 }]);

    const looked = waitingLake();
    const other = process({ lake: looked.lake });
    const quick = "select 'looked at while it runs' as note";
    const soon = other.runSql(ada, { language: 'sql', text: quick });
    const { views } = await other.history(ada, { contains: 'looked at while' });
    expect(views).toMatchObject([{ status: 'running' }]);
    looked.go();
    await soon;
    await other.settled();
    expect(await rowsOf(quick)).toMatchObject([{ status: 'succeeded', row_count: 1 }]);
  });

  it('a query that fails is in both, and one that cannot be audited gives no answer', async () => {
    const own = process({ limits: { timeoutMs: 60_000, maxMemoryBytes: 1_000 } });
    const text = 'select name, count(*) as n from panther_logs.public.open_log group by name';
    await expect(own.runSql(ada, { language: 'sql', text })).rejects.toThrow(/memory/i);
    expect(await audited(text)).toHaveLength(1);
    await own.settled();
    expect(await rowsOf(text)).toMatchObject([{ status: 'failed' }]);

    const refused = () => Promise.reject(new Error('the state store is full'));
    const audit = { record: refused, recordRead: refused, recordWith: refused };
    const strict = process({ audit });
    const unkept = "select 'unkept' as note";
    await expect(strict.runSql(ada, { language: 'sql', text: unkept })).rejects.toThrow('is full');
    await expect(strict.start(ada, sql(unkept))).rejects.toThrow('is full');
    await strict.settled();
  });

  it('what a process remembers of its own searches changes with them', async () => {
    const { searches } = place;
    const { id } = await searches.start(ada, sql("select 'remembered' as note"));
    let view = await searches.part(ada, { id, component: 'detailsDescending' });
    while (view.status === 'running') view = await searches.part(ada, { id, component: 'detailsDescending' });
    expect(await searches.byId(ada, id)).toMatchObject({ status: 'succeeded', record: { rowCount: 1 } });
    const other = await searches.start(ada, sql("select 'forgotten' as note"));
    place.setNow(new Date(startOfTests.getTime() + 2 * 60 * 60_000));
    await searches.sweep();
    expect(await searches.byId(ada, other.id)).toMatchObject({ status: 'failed' });
    place.setNow(new Date(startOfTests.getTime() + 31 * 24 * 60 * 60_000));
    expect(await searches.byId(ada, other.id)).toBeUndefined();
    place.setNow(startOfTests);
  });
});

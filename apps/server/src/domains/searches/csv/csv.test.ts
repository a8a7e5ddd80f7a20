import { silentLogger } from '@margay/kit';
import { testLane } from '@margay/lake/testing';
import { openObjects } from '@margay/objects';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGraphqlHandler } from '../../../api/graphql.ts';
import { buildConsoleSchema } from '../../../api/schema.ts';
import type { Services } from '../../../services.ts';
import { createTestAuditLog } from '../../audit-log/testing.ts';
import { createNotificationsService, type NotificationsService } from '../../notifications/service.ts';
import { catalogFor } from '../catalog-for.ts';
import {
  ada,
  bob,
  eve,
  form,
  openCount,
  openSearchPlace,
  secretCount,
  sql,
  startOfTests,
  type SearchPlace,
} from '../testing.ts';
import { createLinkSigner } from './link.ts';
import { toItsEnd } from './read-rows.ts';
import { createCsvRunner, type CsvRunner, type CsvRunnerDeps } from './runner.ts';
import { createCsvService, type CsvService } from './service.ts';

describe('CSV of a whole search', () => {
  let place: SearchPlace;
  let folder: string;
  let now = startOfTests;
  let notifications: NotificationsService;
  let deps: CsvRunnerDeps;
  let runner: CsvRunner;
  let csv: CsvService;

  beforeAll(async () => {
    place = await openSearchPlace();
    folder = await mkdtemp(join(tmpdir(), 'margay-csv-'));
    const { store, lake } = place;
    const clock = () => now;
    notifications = createNotificationsService({ store, clock });
    const links = createLinkSigner(new Uint8Array(32));
    const catalogOf = catalogFor(lake);
    const objects = await openObjects({ folder });
    deps = { store, lake, notifications, links, objects, catalogOf, clock, logger: silentLogger };
    runner = createCsvRunner(deps);
    csv = createCsvService({
      ...deps,
      audit: createTestAuditLog(store),
      wake: () => Promise.resolve(),
    });
  });
  beforeEach(async () => {
    now = startOfTests;
    await place.store.exec('delete from csv_exports; delete from notifications');
  });
  afterAll(async () => {
    await runner.close();
    await place.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function order(
    actor: typeof ada,
    params: Parameters<CsvService['start']>[1]['params'],
    columns: string[],
  ) {
    const { id } = await place.searches.start(actor, params);
    await csv.start(actor, { originalQueryId: id, params, columns });
    return id;
  }
  const linesOf = async (actor: typeof ada, queryId: string) => {
    const [file] = await csv.list(actor, queryId);
    const text = await readFile(join(folder, 'exports', `${file?.id}.csv`), 'utf8');
    return text.trimEnd().split('\r\n');
  };
  const newest = async (actor: typeof ada) => (await notifications.page(actor, {})).notifications[0];

  it('holds every row beyond the limit of the search, and tells who asked', async () => {
    const id = await order(ada, form({ limit: 10 }), ['p_event_time', 'name', 'user.id']);
    await runner.work();
    const lines = await linesOf(ada, id);
    expect(lines[0]).toBe('p_event_time,name,user.id');
    expect(lines).toHaveLength(1 + openCount + secretCount);
    expect(lines.find((line) => line.includes('Open.Log 3,'))).toMatch(
      /2024-05-01 10:03:00.*,Open\.Log 3,u3$/,
    );
    expect(await newest(ada)).toMatchObject({
      title: 'Your CSV is ready',
      level: 'success',
      topic: 'SYSTEM_NOTIFICATION',
      metadata: {
        originalQueryId: id,
        presignedUrlTtl: '2024-05-02T04:00:00.000Z',
        presignedUrlKeepAliveDuration: 12 * 3600,
      },
    });
    expect((await notifications.page(bob, {})).notifications).toEqual([]);
    expect((await csv.list(ada, id))[0]).toMatchObject({
      state: 'SUCCEEDED',
      rowCount: openCount + secretCount,
      totalRows: openCount + secretCount,
    });
  });

  it('leaves out log types that may not be read', async () => {
    const id = await order(eve, form(), ['p_log_type']);
    await runner.work();
    const lines = await linesOf(eve, id);
    expect(lines).toHaveLength(1 + openCount);
    expect(lines.some((line) => line.includes('Secret'))).toBe(false);
  });

  it('writes rows a query makes in their own order, without formulas', async () => {
    const text = `select '=1+1' as formula, name, number from panther_logs.public.open_log order by number desc`;
    const id = await order(bob, sql(text, { limit: 5 }), []);
    await runner.work();
    const lines = await linesOf(bob, id);
    expect(lines.slice(0, 3)).toEqual([
      'formula,name,number',
      "'=1+1,Open.Log 249,249",
      "'=1+1,Open.Log 248,248",
    ]);
    expect(lines).toHaveLength(1 + openCount);
  });

  it('streams more rows than a page from one query', async () => {
    const joined = `select a.number as x, b.number as y from panther_logs.public.open_log a
      join panther_logs.public.open_log b on a.p_log_type = b.p_log_type`;
    const id = await order(ada, sql(joined), ['x', 'y']);
    await runner.work();
    const lines = await linesOf(ada, id);
    expect(lines).toHaveLength(1 + openCount * openCount);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('[000-9.5] has a link for 12 hours, for whoever has it', async () => {
    const id = await order(ada, form(), ['name']);
    await runner.work();
    const url = new URL(await csv.urlOf(ada, id), 'http://margay');
    const link = {
      expires: Number(url.searchParams.get('expires')),
      signature: url.searchParams.get('signature') ?? '',
    };
    const fileId = url.pathname.split('/').at(-1) ?? '';
    const file = await csv.open(fileId, link);
    expect(file.name).toBe('search-20240501T160000Z.csv');
    expect((await new Response(await file.read()).text()).length).toBe(file.byteCount);
    await expect(csv.open(fileId, { ...link, expires: link.expires + 1 })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(csv.urlOf(bob, id)).rejects.toThrow(/Generate a new one/);
    now = new Date(startOfTests.getTime() + 12 * 3_600_000);
    await expect(csv.open(fileId, link)).rejects.toMatchObject({
      code: 'LinkExpired',
      message: 'The download link has expired. Please regenerate the CSV.',
    });
    expect(await readdir(join(folder, 'exports'))).toContain(`${fileId}.csv`);
    await runner.sweep();
    expect(await readdir(join(folder, 'exports'))).not.toContain(`${fileId}.csv`);
  });

  it('[000-8.37] says what went wrong, and may be ordered again', async () => {
    const id = await order(ada, sql('select name from panther_logs.public.open_log'), ['name']);
    await place.store.query(
      `update csv_exports set params = jsonb_set(params, '{filters}', '"select nothing from nowhere"')`,
    );
    await runner.work();
    expect((await csv.list(ada, id))[0]).toMatchObject({
      state: 'FAILED',
      error: expect.stringMatching(/nowhere/),
    });
    expect(await newest(ada)).toMatchObject({
      title: 'There was an error generating your CSV',
      message: expect.stringContaining(
        `There was a problem with generating the CSV from search query ${id}: `,
      ),
      level: 'error',
      metadata: { originalQueryId: id },
    });
    await csv.start(ada, { originalQueryId: id, params: sql('select 1') });
    await runner.work();
    expect((await csv.list(ada, id))[0]).toMatchObject({ state: 'SUCCEEDED' });
  });

  it('is begun anew by another process when the first one dies', async () => {
    const id = await order(ada, form(), ['name']);
    const later = new Date(now.getTime() + 60_000);
    await place.store.query(
      `update csv_exports set state = 'RUNNING', lease_owner = 'dead', lease_until = $1, attempts = 1, row_count = 7`,
      [later],
    );
    await runner.work();
    expect((await csv.list(ada, id))[0]).toMatchObject({ state: 'RUNNING', rowCount: 7 });
    now = later;
    await runner.work();
    expect((await csv.list(ada, id))[0]).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
    expect(await linesOf(ada, id)).toHaveLength(1 + openCount + secretCount);
  });

  it('is cut where it is larger than a file may be, and says so', async () => {
    const small = createCsvRunner({ ...deps, limits: { rows: 100, bytes: 1024 ** 2 } });
    const id = await order(ada, form(), ['name']);
    await small.work();
    await small.close();
    expect(await linesOf(ada, id)).toHaveLength(101);
    expect((await newest(ada))?.message).toMatch(/more rows than a file may hold/);
  });

  it('is cancelled by who ordered it, and runs once for a search', async () => {
    const id = await order(ada, form(), ['name']);
    await expect(csv.start(ada, { originalQueryId: id, params: form() })).rejects.toThrow(/already/);
    const [file] = await csv.list(ada, id);
    await expect(csv.cancel(bob, file?.id ?? '')).rejects.toThrow(/no CSV/);
    await csv.cancel(ada, file?.id ?? '');
    await runner.work();
    expect((await csv.list(ada, id))[0]?.state).toBe('CANCELLED');
    expect(await newest(ada)).toBeUndefined();
  });

  it('[001-7.12] [001-7.14] [000-7.35] is ordered and found over GraphQL, with errors in the answer', async () => {
    const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
    const ask = async (query: string, input: Record<string, unknown>) => {
      // These fields ask no other service.
      const context = { actor: ada, services: { csv } as Services };
      const { body } = await handle({ query, variables: { input } }, context);
      return (JSON.parse(JSON.stringify(body)) as { data: unknown }).data; // what a client receives
    };
    const start = `mutation ($input: StartAsyncDownloadInput!) {
      startAsyncDownloadOfAllQueryResults(input: $input) { error { message } } }`;
    const find = `query ($input: AsyncDownloadUrlInput!) { getAsyncQueryDownloadUrl(input: $input) { url error { message } } }`;
    const { id } = await place.searches.start(ada, form());
    const params = {
      databases: ['panther_logs'],
      tables: [],
      startTime: '2024-05-01T10:00:00Z',
      endTime: '2024-05-01T16:00:00Z',
      sortDir: 'ascending',
      language: 'simpleSearch',
      filters: '',
    };
    const order = { params, originalQueryId: id, columns: ['name'] };
    expect(await ask(find, { id })).toEqual({
      getAsyncQueryDownloadUrl: {
        url: null,
        error: { message: expect.stringMatching(/Generate a new one/) },
      },
    });
    expect(await ask(start, order)).toEqual({ startAsyncDownloadOfAllQueryResults: { error: null } });
    expect(await ask(start, order)).toMatchObject({
      startAsyncDownloadOfAllQueryResults: { error: { message: expect.stringMatching(/already/) } },
    });
    await runner.work();
    expect(await ask(find, { id, columns: ['name'] })).toMatchObject({
      getAsyncQueryDownloadUrl: { url: expect.stringMatching(/^\/internal\/searches\/csv\//), error: null },
    });
    expect(await ask(find, { id, columns: ['other'] })).toMatchObject({
      getAsyncQueryDownloadUrl: { url: null },
    });
    const gone = { ...order, originalQueryId: 'f'.repeat(32) };
    expect(await ask(start, gone), 'a search that is no longer remembered').toEqual({
      startAsyncDownloadOfAllQueryResults: { error: null },
    });
    await runner.work();
    expect(await linesOf(ada, gone.originalQueryId)).toHaveLength(1 + openCount + secretCount);
  });

  it('reads fewer rows at a time where they are too large together, and none twice', async () => {
    const asked: number[] = [];
    const narrow = {
      ...place.lake,
      query: (request: Parameters<typeof place.lake.query>[0]) => {
        const rows = Number(/LIMIT (\d+)/.exec(request.sql)?.[1] ?? 0);
        const isPage = request.sql.includes('toJSONString(tuple');
        if (isPage) asked.push(rows);
        const limits = isPage ? { ...request.limits, maxResultBytes: 6_000 } : request.limits;
        return place.lake.query({ ...request, ...(limits ? { limits } : {}) });
      },
    };
    const small = createCsvRunner({ ...deps, lake: narrow });
    const id = await order(ada, form(), ['p_row_id', 'name']);
    await small.work();
    await small.close();
    const lines = await linesOf(ada, id);
    expect(lines).toHaveLength(1 + openCount + secretCount);
    expect(new Set(lines).size).toBe(lines.length);
    expect(asked[0]).toBe(1_000);
    expect(Math.min(...asked)).toBeLessThan(126);
    expect((await csv.list(ada, id))[0]).toMatchObject({ state: 'SUCCEEDED' });
  });

  it.each(['ascending', 'descending'] as const)(
    'reads slices of time one after the other, %s, and every row once',
    async (sortDir) => {
      const bounds: string[] = [];
      const small = {
        ...place.lake,
        query: (request: Parameters<typeof place.lake.query>[0]) => {
          if (!request.sql.includes('toJSONString(tuple')) return place.lake.query(request);
          bounds.push(JSON.stringify(request.params));
          return place.lake.query({ ...request, limits: { ...request.limits, maxResultBytes: 2_000 } });
        },
      };
      const limits = { rows: 10_000, bytes: 1024 ** 2, sliceRows: 20 };
      const slicing = createCsvRunner({ ...deps, lake: small, limits });
      const id = await order(ada, form({ sortDir }), ['p_event_time', 'p_row_id']);
      await slicing.work();
      await slicing.close();
      const lines = (await linesOf(ada, id)).slice(1);
      expect(new Set(lines).size).toBe(openCount + secretCount);
      expect(lines).toHaveLength(openCount + secretCount);
      const times = lines.map((line) => line.split(',')[0] ?? '');
      const sorted = times.toSorted();
      expect(times).toEqual(sortDir === 'ascending' ? sorted : sorted.toReversed());
      expect(new Set(bounds).size).toBeGreaterThan(5);
    },
  );

  it('stops in the middle when it is cancelled, and leaves nothing behind', async () => {
    let pages = 0;
    let fileId = '';
    const slow = {
      ...place.lake,
      query: async (request: Parameters<typeof place.lake.query>[0]) => {
        if (!request.sql.includes('toJSONString(tuple')) return place.lake.query(request);
        pages += 1;
        if (pages === 3) await csv.cancel(ada, fileId);
        await new Promise((turn) => setTimeout(turn, pages > 3 ? 700 : 10));
        return place.lake.query({ ...request, limits: { ...request.limits, maxResultBytes: 2_000 } });
      },
    };
    const small = createCsvRunner({ ...deps, lake: slow });
    const id = await order(ada, form(), ['p_row_id', 'name']);
    fileId = (await csv.list(ada, id))[0]?.id ?? '';
    await small.work();
    await small.close();
    expect((await csv.list(ada, id))[0]?.state).toBe('CANCELLED');
    expect(pages).toBeLessThan(10);
    expect((await readdir(join(folder, 'exports'))).filter((name) => name.startsWith(fileId))).toEqual([]);
    expect(await newest(ada)).toBeUndefined();
  });

  it('is tried again after a while when an engine was away', async () => {
    let isAway = true;
    const shaky = {
      ...place.lake,
      query: (request: Parameters<typeof place.lake.query>[0]) =>
        isAway && request.sql.includes('toJSONString(tuple')
          ? Promise.reject(new Error('connection lost'))
          : place.lake.query(request),
    };
    const trying = createCsvRunner({ ...deps, lake: shaky });
    const id = await order(ada, form(), ['name']);
    await trying.work();
    expect((await csv.list(ada, id))[0]).toMatchObject({ state: 'PENDING', attempts: 1 });
    await trying.work();
    expect((await csv.list(ada, id))[0], 'not before its time').toMatchObject({ attempts: 1 });
    isAway = false;
    now = new Date(now.getTime() + 20_000);
    await trying.work();
    await trying.close();
    expect((await csv.list(ada, id))[0]).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
    expect(await linesOf(ada, id)).toHaveLength(1 + openCount + secretCount);
  });

  it('brings only the columns of the file, and fields that no column covers', async () => {
    const statements: string[] = [];
    const watched = {
      ...place.lake,
      query: (request: Parameters<typeof place.lake.query>[0]) => {
        statements.push(request.sql);
        return place.lake.query(request);
      },
    };
    const watching = createCsvRunner({ ...deps, lake: watched });
    const id = await order(ada, form({ tables: ['open_log'] }), ['user.id', 'number']);
    await watching.work();
    await watching.close();
    expect((await linesOf(ada, id)).slice(0, 2)).toEqual(['user.id,number', 'u4,249']);
    const pages = statements.filter((sql) => sql.includes('toJSONString'));
    expect(pages.length).toBeGreaterThan(0);
    for (const sql of pages) {
      expect(sql).toContain('`user:id`');
      expect(sql).not.toContain('`p_any_ip_addresses`');
    }
  });

  it('survives streams that are left in the middle', async () => {
    const request = {
      sql: `select number, repeat(toString(number), 20) as text, sleep(0.0001) from numbers(1000000)`,
      lane: testLane,
      limits: { maxResultRows: 0 },
    };
    for (let round = 0; round < 5; round++) {
      const left = Array.from({ length: 2 }, async (_, index) => {
        let chunks = 0;
        for await (const chunk of toItsEnd(place.lake, { ...request, tag: `left-${round}-${index}` })) {
          expect(chunk.length).toBeGreaterThan(0);
          chunks += 1;
          if (chunks > round % 4) break;
        }
      });
      await Promise.all([
        ...left,
        place.lake.query({ lane: testLane, sql: 'select count() from numbers(1000000)' }),
      ]);
    }
    expect((await place.lake.query({ lane: testLane, sql: 'select 1' })).rows).toEqual([[1]]);
    const running = async () =>
      (
        await place.lake.query({
          lane: testLane,
          sql: `select count() from system.processes where Settings['log_comment'] like 'left-%'`,
        })
      ).rows;
    // The engine takes a moment to forget what was read to its end.
    await expect.poll(running, { timeout: 20_000 }).toEqual([['0']]);
  });
});

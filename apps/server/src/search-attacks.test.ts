import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import {
  administrator,
  consoleOf,
  httpSource,
  putSchema,
  putSource,
  sendLine,
  sourceIdOf,
} from './testing/console-client.ts';
import { startServerOn } from './testing/server-on.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

/** What would mean something to SQL, PantherFlow, placeholders, JSON paths, prototypes or files. */
const hostile = [
  "' or 1=1 --",
  "\\' or 1=1 --",
  '` or 1=1 --',
  '") or 1=1 --',
  "x' union all select * from system.tables --",
  "'; drop table panther_logs.custom_doors; --",
  "file('/etc/passwd', 'LineAsString')",
  '{p0:String}',
  '{p0:Identifier}',
  '| union panther_signals.public.doors',
  '__proto__',
  'constructor.prototype',
  "$.a[?(@.b=='x')]",
  '../../../state',
  'x\u0000y',
  'x\ud800',
  '\u202ex',
  'x'.repeat(5_000),
];

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const at = { kind: 'after', eventTime: '2024-01-01 00:00:00.000000000', rowId: 'x', skip: 0 };
const forgedCursors = [
  '',
  'x',
  'null',
  ...hostile,
  ...hostile.flatMap((text) => [
    base64({ seen: 0, at: { ...at, rowId: text } }),
    base64({ seen: 0, at: { ...at, eventTime: text } }),
    base64({ seen: 0, at: { kind: text } }),
  ]),
  base64({ seen: -1, at }),
  base64({ seen: 1e308, at }),
  base64({ seen: 0, at: { kind: 'offset', offset: -1 } }),
  base64({ seen: 0, at: { kind: 'offset', offset: '0) union all select 1 --' } }),
  base64({ seen: 0, at: { kind: 'offset', offset: 1_000_000 } }),
  base64([]),
];

const start = 'mutation ($input: ExecuteUberSearchInput!) { executeUberSearch(input: $input) { queryID } }';
const read = `query ($id: ID!, $component: UberSearchComponent!, $cursor: String, $columns: [String!], $pageSize: Int) {
  uberSearch(id: $id, component: $component, cursor: $cursor, columns: $columns, pageSize: $pageSize) {
    status message results { edges { node } pageInfo { endCursor } stats { rowCount } } } }`;
const run = 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { rows } }';
const Started = z.object({ executeUberSearch: z.object({ queryID: z.string() }) });
const Part = z.object({
  uberSearch: z.object({
    status: z.string(),
    message: z.string(),
    results: z
      .object({
        edges: z.array(z.object({ node: z.record(z.string(), z.unknown()) })),
        pageInfo: z.object({ endCursor: z.string().nullable() }),
      })
      .nullable(),
  }),
});
type Ask = Awaited<ReturnType<typeof consoleOf>>;

describe('attacks on searches and what is saved of them', () => {
  let folder: string;
  let server: RunningServer;
  let ada: Ask;
  let bob: Ask;
  const doors = 4;
  const times = { startTime: '2020-01-01T00:00:00Z', endTime: new Date(Date.now() + 600_000).toISOString() };
  const form = { language: 'simplesearch', databases: ['panther_logs'], tables: [], ...times };

  beforeAll(async () => {
    folder = await newDataFolder('margay-attacks-');
    server = await startServerOn(folder);
    const second = { ...administrator, email: 'bob@example.com' };
    await addPerson(server, second);
    ada = await consoleOf(server);
    bob = await consoleOf(server, second);
    const spec = 'fields: [{ name: door, type: string, required: true }]';
    await ada(putSchema, { input: { name: 'Custom.Doors', spec } });
    const source = sourceIdOf((await ada(putSource, { input: httpSource('Doors', ['Custom.Doors']) })).data);
    const lines = Array.from({ length: doors }, (_, n) => JSON.stringify({ door: `door ${n}` }));
    await sendLine(server, source, lines.join('\n'));
    await vi.waitFor(async () => expect(await count()).toBe(doors), { timeout: 60_000, interval: 100 });
  }, 120_000);
  afterAll(async () => {
    // Nothing that was tried took anything away.
    expect(await count()).toBe(doors);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function count(): Promise<number> {
    const input = { language: 'sql', text: 'select door from panther_logs.public.custom_doors' };
    const { data } = await ada(run, { input });
    const Rows = z.object({ runQuery: z.object({ rows: z.array(z.unknown()) }) });
    return Rows.safeParse(data).data?.runQuery.rows.length ?? 0;
  }

  /** Data, or undefined where it was refused as the person's own mistake. */
  async function tried(ask: Ask, query: string, variables: unknown, what: string): Promise<unknown> {
    const { data, errors = [] } = await ask(query, variables);
    for (const { message, extensions } of errors)
      expect(extensions.statusCode, `${what}: ${message}`).toBeLessThan(500);
    return errors.length === 0 ? data : undefined;
  }

  async function begin(ask: Ask, params: object, what: string): Promise<string | undefined> {
    const data = await tried(ask, start, { input: { params } }, what);
    return data === undefined ? undefined : Started.parse(data).executeUberSearch.queryID;
  }

  /** Rows of a part, or undefined where it was refused in words. */
  async function part(ask: Ask, variables: object, what: string) {
    for (;;) {
      const data = await tried(ask, read, variables, what);
      if (data === undefined) return undefined;
      const { status, message, results } = Part.parse(data).uberSearch;
      if (status === 'running') continue;
      if (results === null) expect(message, what).not.toMatch(/^$|on the server|DB::Exception|Code: \d/);
      return results ?? undefined;
    }
  }

  it('keys, operators, values, databases and tables of the form find nothing that is not there', async () => {
    const condition = (over: object) =>
      JSON.stringify({ and: [{ target: 'door', operator: 'is', value: '"door 0"', ...over }] });
    const forms = hostile.flatMap((text) => [
      { filters: condition({ target: text }) },
      { filters: condition({ operator: text }) },
      { filters: condition({ value: JSON.stringify(text) }) },
      { filters: condition({ value: text }) },
      { filters: condition({ type: text }) },
      { filters: JSON.stringify({ and: [{ [text]: 'x' }] }) },
      { filters: text },
      { databases: [text] },
      { tables: [text] },
      { relativeTime: text },
    ]);
    expect(await rowsOf({ filters: condition({}) }), 'the honest form').toBe(1);
    for (const one of forms) {
      const found = await rowsOf(one);
      // A type only words messages; every other odd form is refused or finds nothing.
      const honest = one.filters?.includes('"type"') ? [1, undefined] : [0, undefined];
      expect(honest, JSON.stringify(one).slice(0, 200)).toContain(found);
    }
  }, 240_000);

  async function rowsOf(over: object): Promise<number | undefined> {
    const what = JSON.stringify(over).slice(0, 200);
    const id = await begin(ada, { ...form, ...over }, what);
    if (id === undefined) return undefined;
    return (await part(ada, { id, component: 'detailsDescending', pageSize: 10 }, what))?.edges.length;
  }

  it('columns of a summary, and of a file, are names or nothing', async () => {
    const id = await begin(ada, { ...form, filters: '' }, 'a search');
    for (const text of hostile) {
      const found = await part(ada, { id, component: 'summary', columns: [text] }, text.slice(0, 100));
      expect(JSON.stringify(found ?? '')).not.toMatch(/root:|system\.tables|"door 0"/);
    }
  }, 120_000);

  it('cursors that are forged, or of another person or another search, give no row of another search', async () => {
    const mine = await begin(ada, { ...form, filters: '' }, 'of ada');
    const first = await part(ada, { id: mine, component: 'detailsDescending', pageSize: 1 }, 'first page');
    const foreign = first?.pageInfo.endCursor;
    expect(foreign).toEqual(expect.any(String));
    const filters = JSON.stringify({ and: [{ target: 'door', operator: 'is', value: '"door 0"' }] });
    const his = await begin(bob, { ...form, filters }, 'of bob');
    for (const cursor of [foreign, ...forgedCursors]) {
      const what = `cursor ${String(cursor).slice(0, 80)}`;
      const found = await part(bob, { id: his, component: 'detailsDescending', pageSize: 10, cursor }, what);
      for (const { node } of found?.edges ?? []) expect(node['door'], what).toBe('door 0');
    }
    const lists = [
      'query ($c: String) { dataLakeQueries(input: {cursor: $c}) { __typename } }',
      `query ($c: String) { uberSearchTables(id: "${his}", cursor: $c) { __typename } }`,
      'query ($c: String) { dataLakePropertyDefinitions(input: {cursor: $c}) { __typename } }',
    ];
    for (const query of lists)
      for (const c of forgedCursors) await tried(bob, query, { c }, `${query}: ${c.slice(0, 80)}`);
  }, 240_000);

  it('names, texts, forms and times of saved queries are kept as they are, or refused', async () => {
    const save =
      'mutation ($input: PutSavedQueryInput!) { putSavedQuery(input: $input) { savedQuery { id name } } }';
    const Saved = z.object({
      putSavedQuery: z.object({ savedQuery: z.object({ id: z.string(), name: z.string() }) }),
    });
    let kept = 0;
    for (const [place, text] of hostile.entries()) {
      const fields = [
        { name: text },
        { queryCookie: text },
        { tags: [text] },
        { queryKind: text },
        { databases: [text], tables: [text] },
        { startTime: text, endTime: text },
        { relativeTime: text },
        { simpleSearchQueryFilter: text, queryKind: 'simplesearch' },
        { schedule: { cron: text, disabled: false, timeoutMinutes: 1 } },
      ];
      // Each save loads the detections anew: every text in two fields, every field with four texts.
      for (const over of [fields[place % fields.length], fields[(place + 4) % fields.length]]) {
        if (over === undefined) continue;
        const name = `${place} ${Object.keys(over).join(' ')}`;
        const input = { name, sqlQuery: 'select door from custom_doors limit 1', ...over };
        const data = await tried(ada, save, { input }, JSON.stringify(over).slice(0, 200));
        if (data === undefined) continue;
        const { savedQuery } = Saved.parse(data).putSavedQuery;
        expect(savedQuery.name).toBe(input.name);
        await tried(
          ada,
          'mutation ($input: IdInput!) { runSavedQuery(input: $input) { id } }',
          { input: { id: savedQuery.id } },
          name,
        );
        kept++;
      }
    }
    expect(kept).toBeGreaterThan(hostile.length / 2);
  }, 240_000);

  it('CSV files are read by nobody else, whatever id and signature they bring', async () => {
    const params = { ...form, filters: '' };
    const id = await begin(ada, params, 'of ada');
    const order =
      'mutation ($input: StartAsyncDownloadInput!) { startAsyncDownloadOfAllQueryResults(input: $input) { error { message } } }';
    await tried(ada, order, { input: { originalQueryId: id, params } }, 'order');
    const find =
      'query ($input: AsyncDownloadUrlInput!) { getAsyncQueryDownloadUrl(input: $input) { url error { message } } }';
    const Url = z.object({ getAsyncQueryDownloadUrl: z.object({ url: z.string().nullable() }) });
    const urlFor = async (ask: Ask) =>
      Url.parse((await ask(find, { input: { id } })).data).getAsyncQueryDownloadUrl.url;
    await expect.poll(() => urlFor(ada), { timeout: 60_000, interval: 100 }).not.toBeNull();
    const url = new URL((await urlFor(ada)) ?? '', server.url);
    expect((await fetch(url)).status).toBe(200);
    expect(await urlFor(bob)).toBeNull();
    const list = 'query ($id: ID!) { csvExports(queryId: $id) { id } }';
    expect((await bob(list, { id })).data).toEqual({ csvExports: [] });
    const fileId = url.pathname.split('/').at(-1);
    const cancelled = await bob('mutation ($input: IdInput!) { cancelCsvExport(input: $input) { id } }', {
      input: { id: fileId },
    });
    expect(cancelled.errors?.map(({ extensions }) => extensions.statusCode)).toEqual([404]);
    const { searchParams } = url;
    const expires = searchParams.get('expires') ?? '';
    const signature = searchParams.get('signature') ?? '';
    const path = url.pathname.slice(0, -(fileId?.length ?? 0));
    for (const [file, query] of [
      [fileId, ''],
      [fileId, `expires=${expires}`],
      [fileId, `expires=${Number(expires) + 60}&signature=${signature}`],
      [fileId, `expires=${expires}&signature=${signature.slice(0, -2)}`],
      [fileId, `expires=${expires}&signature=`],
      ...hostile.map((text) => [encodeURIComponent(text.toWellFormed()), url.search.slice(1)]),
    ]) {
      const reply = await fetch(`${server.url}${path}${file}?${query}`);
      expect([403, 404, 400], `${file} ${query}`).toContain(reply.status);
    }
  }, 120_000);
});

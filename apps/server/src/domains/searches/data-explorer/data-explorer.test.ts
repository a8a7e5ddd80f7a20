import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../api/actor.ts';
import { createGraphqlHandler } from '../../../api/graphql.ts';
import { buildConsoleSchema } from '../../../api/schema.ts';
import type { Services } from '../../../services.ts';
import {
  ada,
  ended,
  eve,
  form,
  nodesOf,
  openCount,
  openSearchPlace,
  secretCount,
  writeEvents,
  openLog,
  type SearchPlace,
} from '../testing.ts';
import type { SearchComponent } from '../schema.ts';

interface Reply {
  data: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string; details?: Record<string, unknown> } }[];
}

const startIndicators = `mutation ($input: ExecuteIndicatorSearchInput!) { executeIndicatorSearchQuery(input: $input) { id } }`;
const startSql = `mutation ($input: ExecuteDataLakeQueryInput!) { executeDataLakeQuery(input: $input) { id } }`;
const summarize = `mutation ($input: SummarizeQueryInput!) { summarizeDataLakeQuery(input: $input) { id } }`;
const explain = `query ($input: ExecuteDataLakeQueryInput!) { explainDataLakeQuery(input: $input) {
  sql startTime endTime rowLimit tables { databaseName name } diagnostics { code severity line column } } }`;

const day = { startTime: '2024-05-01T10:00:00Z', endTime: '2024-05-01T16:00:00Z' };

describe('indicator search and Data Explorer over GraphQL', () => {
  let place: SearchPlace;
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });

  beforeAll(async () => {
    place = await openSearchPlace();
    const match = { p_alert_id: 'a1', p_rule_id: 'Rule.One' };
    await writeEvents(place.lake, 'panther_rule_matches', openLog, { from: 0, to: 2 }, match);
  });
  afterAll(() => place.remove());

  async function ask(query: string, variables: Record<string, unknown>, actor: Actor = ada) {
    // These fields ask no other service.
    const services = { searches: place.searches } as Services;
    const context = { actor, services };
    const { body } = await handle({ query, variables }, context);
    return JSON.parse(JSON.stringify(body)) as Reply;
  }
  /** The id of what a mutation started. */
  async function idOf(query: string, input: Record<string, unknown>, actor: Actor = ada): Promise<string> {
    const { data, errors } = await ask(query, { input }, actor);
    expect(errors).toBeUndefined();
    const [started] = Object.values(data ?? {}) as { id: string }[];
    return started!.id;
  }
  const part = (id: string, component: SearchComponent, actor: Actor = ada) =>
    ended(place, actor, { id, component });
  async function rowsOf(id: string, component: SearchComponent = 'detailsDescending', actor: Actor = ada) {
    const view = await part(id, component, actor);
    expect(view).toMatchObject({ status: 'succeeded' });
    return nodesOf(view);
  }
  const errorOf = async (query: string, input: Record<string, unknown>, actor: Actor = ada) =>
    (await ask(query, { input }, actor)).errors?.[0];

  describe('indicator search', () => {
    const twoAddresses = { indicators: ['hxxp://10[.]0[.]0[.]1/x', '10.0.0.2', '198.51.100.1'], ...day };

    it('counts events once by table, by indicator and over time, and gives them', async () => {
      const id = await idOf(startIndicators, twoAddresses);
      expect(await rowsOf(id, 'indicatorTables')).toEqual([
        {
          database: 'panther_logs',
          table: 'open_log',
          logType: openLog,
          count: 125,
          firstSeen: '2024-05-01 10:01:00.000000000',
          lastSeen: '2024-05-01 14:09:00.000000000',
        },
        expect.objectContaining({ database: 'panther_logs', table: 'secret_vault', count: 4 }),
      ]);
      const [first, second, none] = await rowsOf(id, 'indicatorValues');
      expect(first).toMatchObject({
        value: '10.0.0.1',
        field: 'p_any_ip_addresses',
        count: 63 + 2,
        firstSeen: '2024-05-01 10:01:00.000000000',
        lastSeen: '2024-05-01 14:09:00.000000000',
        tables: [
          { database: 'panther_logs', table: 'open_log', count: 63 },
          { database: 'panther_logs', table: 'secret_vault', count: 2 },
        ],
      });
      const counts = ((first?.['buckets'] ?? []) as [string, number][]).map(([, count]) => count);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(65);
      expect(second).toMatchObject({ value: '10.0.0.2', count: 62 + 2 });
      expect(none).toEqual({
        value: '198.51.100.1',
        field: 'p_any_ip_addresses',
        count: 0,
        tables: [],
        firstSeen: null,
        lastSeen: null,
        buckets: [],
      });
      const timeline = await part(id, 'timeline');
      expect(timeline.result?.page.rowCount).toBe(129);
      expect((await rowsOf(id))[0]).toMatchObject({ p_row_id: 'Open.Log-000249', number: 249 });
      const { data } = await ask(
        'query ($id: ID!) { dataLakeQuery(id: $id) { kind sql params stats { rowCount } } }',
        {
          id,
        },
      );
      expect(data?.['dataLakeQuery']).toMatchObject({
        kind: 'indicator',
        sql: '',
        params: { language: 'indicators', filters: '10.0.0.1\n10.0.0.2\n198.51.100.1' },
        stats: { rowCount: 129 },
      });
    });

    it('reads all time for the zero date, and only the tables and the field asked for', async () => {
      const zero = '0001-01-01T00:00:00Z';
      const all = { indicators: ['10.0.0.1'], startTime: zero, endTime: zero };
      const everywhere = await rowsOf(await idOf(startIndicators, all), 'indicatorTables');
      expect(everywhere.map((row) => row['count'])).toEqual([63, 2]);
      const some = { ...all, tables: ['panther_rule_matches.open_log'] };
      expect(await rowsOf(await idOf(startIndicators, some), 'indicatorTables')).toMatchObject([
        { database: 'panther_rule_matches', count: 1 },
      ]);
      const others = { ...all, indicatorName: 'p_any_usernames' };
      const id = await idOf(startIndicators, others);
      expect(await rowsOf(id, 'indicatorTables')).toEqual([]);
      expect(await rowsOf(id, 'indicatorValues')).toMatchObject([{ field: 'p_any_usernames', count: 0 }]);
    });

    it('says how often every indicator is in the last 180 days, whatever time was asked for', async () => {
      const before = { startTime: '2024-05-01T01:00:00Z', endTime: '2024-05-01T02:00:00Z' };
      const id = await idOf(startIndicators, { ...twoAddresses, ...before });
      expect(await rowsOf(id, 'indicatorTables')).toEqual([]);
      expect(await rowsOf(id, 'indicatorLately')).toEqual([
        {
          value: '10.0.0.1',
          field: 'p_any_ip_addresses',
          count: 65,
          firstSeen: '2024-05-01 10:01:00.000000000',
          lastSeen: '2024-05-01 14:09:00.000000000',
        },
        expect.objectContaining({ value: '10.0.0.2', count: 64 }),
        { value: '198.51.100.1', field: 'p_any_ip_addresses', count: 0, firstSeen: null, lastSeen: null },
      ]);
      const evesOwn = await idOf(startIndicators, { ...twoAddresses, ...before }, eve);
      expect((await rowsOf(evesOwn, 'indicatorLately', eve))[0]).toMatchObject({ count: 63 });
    });

    it('[001-6.12] leaves out log types the caller may not read, whoever started it', async () => {
      const id = await idOf(startIndicators, twoAddresses);
      for (const component of ['indicatorTables', 'indicatorValues', 'detailsAscending'] as const) {
        expect(JSON.stringify(await rowsOf(id, component))).toMatch(/secret/i);
        expect(JSON.stringify(await rowsOf(id, component, eve))).not.toMatch(/secret/i);
      }
      const own = await idOf(startIndicators, twoAddresses, eve);
      expect((await part(own, 'timeline', eve)).result?.page.rowCount).toBe(129 - 4);
      expect(
        await errorOf(startIndicators, { ...twoAddresses, tables: ['secret_vault'] }, eve),
      ).toMatchObject({
        message: 'Invalid table(s): secret_vault',
      });
    });

    it.each<[object, string, unknown]>([
      [{ indicators: ['999.1.1.1'] }, 'indicators', '"999.1.1.1" is no indicator: it is no IP address.'],
      [{ indicators: [] }, 'indicators', 'Give at least one indicator, such as an IP address or a hash.'],
      [
        { indicators: Array.from({ length: 1_001 }, (_, n) => `u${n}`) },
        'indicators',
        'There are 1001 indicators. Search for at most 1000 at once.',
      ],
      [
        { indicators: ['a'], indicatorName: 'p_any_shoes' },
        'indicatorName',
        expect.stringContaining('There is no kind of indicator "p_any_shoes". Use AutoDetectType or one of'),
      ],
      [{ indicators: ['a'], databases: ['nope'] }, 'databases', 'Invalid database(s): nope'],
    ])('refuses what is wrong at its field: %#', async (over, field, message) => {
      expect(await errorOf(startIndicators, { ...day, ...over })).toMatchObject({
        message,
        extensions: { code: 'InvalidInput', details: { field } },
      });
    });

    it('has its parts for indicator searches only', async () => {
      const { id } = await place.searches.start(ada, form());
      expect(await part(id, 'indicatorTables')).toMatchObject({
        status: 'failed',
        message: 'Only an indicator search counts by indicator. Ask for another part of this search.',
      });
    });
  });

  describe('SQL of the Data Explorer', () => {
    it('runs in the database asked for, up to the limit of the text', async () => {
      const counted = 'select count(*) as n from open_log';
      expect(await rowsOf(await idOf(startSql, { sql: counted }))).toEqual([{ n: openCount }]);
      const matches = { sql: counted, databaseName: 'panther_rule_matches.public' };
      expect(await rowsOf(await idOf(startSql, matches))).toEqual([{ n: 2 }]);
      const { data } = await ask('query ($id: ID!) { dataLakeQuery(id: $id) { kind sql params } }', {
        id: await idOf(startSql, { sql: `${counted} limit 5`, savedQueryId: 'q7' }),
      });
      expect(data?.['dataLakeQuery']).toMatchObject({
        kind: 'adhoc',
        sql: `${counted} limit 5`,
        params: { savedQueryId: 'q7', limit: 1_000_000 },
      });
      expect(await errorOf(startSql, { sql: counted, databaseName: 'nope' })).toMatchObject({
        extensions: { code: 'InvalidInput', details: { field: 'databaseName' } },
      });
    });

    it('says where a text is wrong', async () => {
      expect(await errorOf(startSql, { sql: 'select numbr\n from open_log' })).toMatchObject({
        extensions: { details: { line: 1, column: 8, diagnostics: [{ suggestion: 'number' }] } },
      });
    });

    it('summarizes a column, most or least frequent values first', async () => {
      const text =
        "-- all\nselect p_event_time, name, user, tags[1] as tag from open_log where p_occurs_since('1 d');";
      const id = await idOf(startSql, { sql: text });
      const byTag = await idOf(summarize, { id, column: 'tag' });
      expect(await rowsOf(byTag)).toEqual([
        {
          value: 't0',
          row_count: 84,
          first_seen: '2024-05-01 10:00:00.000000000',
          last_seen: '2024-05-01 14:09:00.000000000',
        },
        expect.objectContaining({ value: 't1', row_count: 83 }),
        expect.objectContaining({ value: 't2', row_count: 83 }),
      ]);
      const lowest = await idOf(summarize, { id, column: 'TAG', sortDir: 'ascending', limit: 1 });
      expect(await rowsOf(lowest)).toMatchObject([{ value: 't1', row_count: 83 }]);
      expect(await rowsOf(await idOf(summarize, { id, column: 'user.id' }))).toHaveLength(5);
      const counted = await idOf(startSql, { sql: 'select name, number as n from open_log limit 3' });
      expect(await rowsOf(await idOf(summarize, { id: counted, column: 'n' }))).toMatchObject([
        { row_count: 1 },
        { row_count: 1 },
        { row_count: 1 },
      ]);
      const { data } = await ask('query ($id: ID!) { dataLakeQuery(id: $id) { sql } }', { id: lowest });
      const { sql } = (data?.['dataLakeQuery'] ?? { sql: '' }) as { sql: string };
      expect(await rowsOf(await idOf(startSql, { sql }))).toMatchObject([{ value: 't1', row_count: 83 }]);
    });

    it('summarizes a column of PantherFlow, also a path into it and without its chart', async () => {
      const text = `-- pragma: pantherflow
panther_logs.open_log | where p_event_time > time.ago(1d) | project p_event_time, user, tag = tags[1] | visualize bar xcolumn=tag // end`;
      const id = await idOf(startSql, { sql: text });
      const byTag = await idOf(summarize, { id, column: 'tag' });
      expect(await rowsOf(byTag)).toEqual([
        {
          value: 't0',
          row_count: 84,
          first_seen: '2024-05-01 10:00:00.000000000',
          last_seen: '2024-05-01 14:09:00.000000000',
        },
        expect.objectContaining({ value: 't1', row_count: 83 }),
        expect.objectContaining({ value: 't2', row_count: 83 }),
      ]);
      expect(await rowsOf(await idOf(summarize, { id, column: 'user.id' }))).toHaveLength(5);
      const lowest = await idOf(summarize, { id, column: 'tag', sortDir: 'ascending', limit: 1 });
      const { data } = await ask('query ($id: ID!) { dataLakeQuery(id: $id) { sql } }', { id: lowest });
      const { sql } = (data?.['dataLakeQuery'] ?? { sql: '' }) as { sql: string };
      expect(await rowsOf(await idOf(startSql, { sql }))).toMatchObject([{ value: 't1', row_count: 83 }]);
    });

    it('refuses to summarize what is no column or no query', async () => {
      const id = await idOf(startSql, { sql: 'select name from open_log' });
      expect(await errorOf(summarize, { id, column: 'nope' })).toMatchObject({
        message: 'The result has no column "nope". Write it as in the result.',
        extensions: { details: { field: 'column' } },
      });
      expect(await errorOf(summarize, { id, column: 'name', limit: 0 })).toMatchObject({
        extensions: { details: { field: 'limit' } },
      });
      const search = await place.searches.start(ada, form());
      expect(await errorOf(summarize, { id: search.id, column: 'name' })).toMatchObject({
        extensions: { code: 'InvalidInput', details: { field: 'id' } },
      });
    });

    it('explains a text without running it', async () => {
      const sql = "select count(*) from open_log where p_occurs_since('1 h')";
      expect((await ask(explain, { input: { sql } })).data).toEqual({
        explainDataLakeQuery: {
          sql: "select count(*) from open_log where (p_event_time >= '2024-05-01 15:00:00.000000000'::timestamp)",
          startTime: '2024-05-01T15:00:00.000Z',
          endTime: null,
          rowLimit: 1000,
          tables: [{ databaseName: 'panther_logs', name: 'open_log' }],
          diagnostics: [],
        },
      });
      expect((await ask(explain, { input: { sql: 'select x from open_log limit 3' } })).data).toMatchObject({
        explainDataLakeQuery: {
          sql: 'select x from open_log limit 3',
          diagnostics: [{ code: 'name.unknown_column', severity: 'error', line: 1, column: 8 }],
        },
      });
    });

    it('[001-6.12] knows no table of a log type the caller may not read', async () => {
      const sql = 'select count(*) as n from secret_vault';
      const id = await idOf(startSql, { sql });
      expect(await rowsOf(id)).toEqual([{ n: secretCount }]);
      expect(await errorOf(startSql, { sql }, eve)).toMatchObject({
        message: 'There is no table "secret_vault", or you may not read it.',
      });
      expect(await errorOf(summarize, { id, column: 'n' }, eve)).toMatchObject({
        message: 'There is no table "secret_vault", or you may not read it.',
      });
      expect((await ask(explain, { input: { sql } }, eve)).data).toMatchObject({
        explainDataLakeQuery: { tables: [], diagnostics: [{ code: 'name.unknown_table' }] },
      });
      expect(await part(id, 'detailsDescending', eve)).toMatchObject({ status: 'failed' });
    });
  });

  it('[001-6.3] [000-6.21] is for holders of DataAnalyticsRead', async () => {
    const nobody: Actor = { ...ada, permissions: new Set(['AlertRead']) };
    const requests = [
      [startIndicators, { indicators: ['10.0.0.1'], ...day }],
      [startSql, { sql: 'select 1' }],
      [summarize, { id: 'x', column: 'a' }],
      [explain, { sql: 'select 1' }],
    ] as const;
    for (const [query, input] of requests)
      expect((await errorOf(query, input, nobody))?.extensions.code).toBe('FORBIDDEN');
  });
});

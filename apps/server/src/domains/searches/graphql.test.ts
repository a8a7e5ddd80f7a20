import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../api/actor.ts';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import type { Services } from '../../services.ts';
import { ada, bob, eve, openCount, openSearchPlace, secretCount, type SearchPlace } from './testing.ts';

interface Reply {
  data: Record<string, never> | null;
  errors?: { message: string; extensions: { code: string; details?: Record<string, unknown> } }[];
}

interface RowPage {
  edges: unknown[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const start = `mutation ($input: ExecuteUberSearchInput!) {
  executeUberSearch(input: $input) { queryID annotations { visualize } } }`;
const part = `query ($id: ID!, $component: UberSearchComponent!, $cursor: String, $pageSize: Int, $columns: [String!]) {
  uberSearch(id: $id, component: $component, cursor: $cursor, pageSize: $pageSize, columns: $columns) {
    id status kind message sql params startedAt completedAt progress { readRows totalRows elapsedMs }
    issuedBy { id name kind } annotations { visualize }
    results { columnInfo { order types } edges { id node nodeAsString } pageInfo { hasNextPage endCursor }
      stats { bytesScanned executionTime rowCount } } } }`;
const params = {
  language: 'simplesearch',
  databases: ['panther_logs', 'panther_rule_matches'],
  startTime: '2024-05-01T12:00:00+02:00',
  endTime: '2024-05-01T16:00:00Z',
  sortDir: 'descending',
  limit: 100,
};

describe('searches over GraphQL', () => {
  let place: SearchPlace;
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });

  beforeAll(async () => {
    place = await openSearchPlace();
  });
  afterAll(() => place.remove());

  async function ask(query: string, variables: Record<string, unknown> = {}, actor: Actor = ada) {
    // These fields ask no other service.
    const services = { searches: place.searches } as Services;
    const context = { actor, services };
    const { body } = await handle({ query, variables }, context);
    // What a client receives: through JSON, which refuses what it cannot carry.
    return JSON.parse(JSON.stringify(body)) as Reply;
  }
  async function ended(variables: Record<string, unknown>, actor: Actor = ada) {
    for (;;) {
      const { data, errors } = await ask(part, variables, actor);
      expect(errors).toBeUndefined();
      const view = data?.['uberSearch'] as Record<string, never> | undefined;
      if (view?.['status'] !== 'running') return view;
    }
  }

  async function startOne(): Promise<string> {
    const { data } = await ask(start, { input: { params } });
    return (data as unknown as { executeUberSearch: { queryID: string } }).executeUberSearch.queryID;
  }

  it('[001-7.5] gives the parts of a search in the form the console reads', async () => {
    const id = await startOne();
    const stats = { bytesScanned: expect.any(Number), executionTime: expect.any(Number) };
    expect(await ended({ id, component: 'timeline' })).toMatchObject({
      id,
      status: 'succeeded',
      kind: 'search',
      sql: '',
      message: '',
      issuedBy: { id: 'ada', name: 'ada', kind: 'person' },
      params: { startTime: '2024-05-01T10:00:00.000Z', limit: 100 },
      results: {
        columnInfo: { order: ['bucket', 'series', 'count'], types: { bucketSeconds: 600 } },
        stats: { ...stats, rowCount: openCount + secretCount },
      },
    });
    const details = await ended({ id, component: 'detailsDescending', pageSize: 1 });
    expect(details).toMatchObject({
      results: {
        edges: [
          {
            id: 'Open.Log-000249',
            node: { number: 249 },
            nodeAsString: expect.stringContaining('"number":249'),
          },
        ],
        pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
        stats: { ...stats, rowCount: 1 },
      },
    });
    expect(await ended({ id, component: 'summary', columns: ['user.id'] })).toMatchObject({
      results: {
        columnInfo: { types: { distinctCounts: { 'user.id': 5 } } },
        edges: Array.from({ length: 5 }, () => ({ node: { column: 'user.id', count: expect.any(Number) } })),
      },
    });

    // The rows are those of a part: one look may be too short for them.
    const one = async () =>
      (
        await ask(
          `query ($id: ID!) { dataLakeQuery(id: $id) { status results { stats { rowCount } } stats { rowCount } } }`,
          { id },
        )
      ).data;
    await expect.poll(one, { timeout: 30_000 }).toEqual({
      dataLakeQuery: {
        status: 'succeeded',
        results: { stats: { rowCount: 100 } },
        stats: { rowCount: openCount + secretCount },
      },
    });
    const list = await ask(
      '{ dataLakeQueries(input: {pageSize: 1}) { edges { node { id } } pageInfo { hasNextPage } } }',
      {},
      bob,
    );
    expect(list.data).toEqual({
      dataLakeQueries: { edges: [{ node: { id } }], pageInfo: { hasNextPage: false } },
    });
    expect((await ask('{ dataLakeQuery(id: "nobody") { id } }')).data).toEqual({ dataLakeQuery: null });
  });

  it('[001-4.12] [001-7.4] starts a search and gives its id and annotations', async () => {
    const { data } = await ask(start, { input: { params } });
    expect(data).toEqual({
      executeUberSearch: { queryID: expect.any(String), annotations: { visualize: false } },
    });
  });

  it('[001-9.11] gives at most 1000 rows at once, however many a search finds', async () => {
    const search = { language: 'pantherflow', filters: 'range n from 1 to 2500 step 1', limit: 5000 };
    const { data } = await ask(start, { input: { params: search } });
    const { queryID: id } = (data as unknown as { executeUberSearch: { queryID: string } }).executeUberSearch;
    const pageOf = async (rest: Record<string, unknown>) => {
      const view = await ended({ id, component: 'detailsDescending', ...rest });
      const results = view?.['results'] as unknown as RowPage | undefined;
      if (results === undefined) throw new Error('the search gave no rows');
      return { rows: results.edges.length, ...results.pageInfo };
    };
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf({ pageSize: 1000, cursor });
      sizes.push(page.rows);
      cursor = page.hasNextPage ? page.endCursor : null;
    } while (cursor !== null);
    expect(sizes).toEqual([1000, 1000, 500]);
    const { errors } = await ask(part, { id, component: 'detailsDescending', pageSize: 1001 });
    expect(errors?.[0]?.extensions).toMatchObject({ details: { field: 'pageSize' } });
  });

  it('[001-7.8] cancels a search by its id', async () => {
    const id = await startOne();
    const cancelled = await ask('mutation ($id: ID!) { cancelDataLakeQuery(input: {id: $id}) { id } }', {
      id,
    });
    expect(cancelled.data).toEqual({ cancelDataLakeQuery: { id } });
  });

  it('[001-7.10] [001-7.11] gives a query with its rows, and its parts by their own ids', async () => {
    const text = 'select name, number from open_log order by number limit 3';
    const started = await ask(start, { input: { params: { language: 'sql', filters: text } } });
    const { queryID: id } = (started.data as unknown as { executeUberSearch: { queryID: string } })
      .executeUberSearch;
    const fields = `id kind status sql message tryAgain metadata userConfig { queryId } annotations { visualize }
      children { id kind } results(input: {pageSize: 2}) { columns rows tryAgain stats { rowCount }
        actorProfiles { entityId displayNames emails } pageInfo { hasNextPage endCursor } }`;
    const query = `query ($id: ID!, $root: Boolean) { dataLakeQuery(id: $id, root: $root) { ${fields} } }`;
    await ended({ id, component: 'detailsDescending', pageSize: 2 });
    /** That a search is over is written beside its answer. */
    const over = async (queryId: string) => {
      for (;;) {
        const answer = await ask(query, { id: queryId });
        if (!JSON.stringify(answer.data).includes('"tryAgain":true')) return answer;
      }
    };
    const { data } = await over(id);
    expect(data?.['dataLakeQuery']).toMatchObject({
      id,
      kind: 'adhoc',
      sql: text,
      message: '',
      tryAgain: false,
      metadata: { language: 'sql', databases: [], limit: 1000 },
      userConfig: null,
      annotations: { visualize: false },
      children: [],
      results: {
        columns: ['name', 'number'],
        rows: [
          ['Open.Log 0', 0],
          ['Open.Log 1', 1],
        ],
        tryAgain: false,
        stats: { rowCount: 2 },
        actorProfiles: [],
        pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
      },
    });
    const next = `query ($id: ID!, $cursor: String) { asyncQueryResults(id: $id, pageSize: 2, cursor: $cursor) {
      status results { rows pageInfo { hasNextPage } } } }`;
    const { dataLakeQuery } = data as unknown as {
      dataLakeQuery: { results: { pageInfo: { endCursor: string } } };
    };
    const { endCursor: cursor } = dataLakeQuery.results.pageInfo;
    let rest = await ask(next, { id, cursor });
    while (JSON.stringify(rest.data).includes('running')) rest = await ask(next, { id, cursor });
    expect(rest.data).toEqual({
      asyncQueryResults: {
        status: 'succeeded',
        results: { rows: [['Open.Log 2', 2]], pageInfo: { hasNextPage: false } },
      },
    });

    const search = await ask(start, { input: { params } });
    const { queryID } = (search.data as unknown as { executeUberSearch: { queryID: string } })
      .executeUberSearch;
    await ended({ id: queryID, component: 'timeline' });
    const whole = await ask(query, { id: queryID });
    expect(whole.data?.['dataLakeQuery']).toMatchObject({
      children: [
        { id: `${queryID}.timeline`, kind: 'timeline' },
        { id: `${queryID}.detailsDescending`, kind: 'details' },
        { id: `${queryID}.summary`, kind: 'summary' },
      ],
    });
    const child = `${queryID}.timeline`;
    expect((await ask(query, { id: child })).data?.['dataLakeQuery']).toMatchObject({
      id: child,
      kind: 'timeline',
      children: [],
      results: { columns: ['bucket', 'series', 'count'] },
    });
    expect((await ask(query, { id: child, root: true })).data?.['dataLakeQuery']).toMatchObject({
      id: queryID,
      kind: 'search',
    });
  });

  it('[001-7.6] [002-3.44] lists the tables of a search with their matches, page by page', async () => {
    const started = await ask(start, { input: { params } });
    const { queryID: id } = (started.data as unknown as { executeUberSearch: { queryID: string } })
      .executeUberSearch;
    await ended({ id, component: 'timeline' });
    const query = `query ($id: ID!, $pageSize: Int, $cursor: String) {
      uberSearchTables(id: $id, pageSize: $pageSize, cursor: $cursor) {
        tables { databaseName name displayName description logType numMatches columns { propertyId } }
        pageInfo { hasNextPage endCursor } } }`;
    const pages = [];
    for (let cursor: string | null = null; ;) {
      const { data, errors } = await ask(query, { id, pageSize: 1, cursor });
      expect(errors).toBeUndefined();
      const page = (
        data as unknown as {
          uberSearchTables: {
            tables: Record<string, unknown>[];
            pageInfo: { hasNextPage: boolean; endCursor: string | null };
          };
        }
      ).uberSearchTables;
      pages.push(...page.tables);
      if (!page.pageInfo.hasNextPage) break;
      cursor = page.pageInfo.endCursor;
    }
    expect(pages).toMatchObject([
      {
        databaseName: 'panther_logs',
        name: 'open_log',
        displayName: 'Open.Log',
        description: null,
        logType: 'Open.Log',
        numMatches: openCount,
      },
      { databaseName: 'panther_logs', name: 'secret_vault', numMatches: secretCount },
      { databaseName: 'panther_rule_matches', name: 'scheduled_query_rows', numMatches: null },
    ]);
    expect(pages[0]?.['columns']).toContainEqual({ propertyId: 'user' });
    expect(JSON.stringify(await ask(query, { id }, eve))).not.toMatch(/secret/i);
  });

  it('[001-7.3] [002-9.4] lists the properties that searches can name, page by page, 2500 unless asked otherwise', async () => {
    const query = `query ($input: DataLakePropertyDefinitionsInput!) { dataLakePropertyDefinitions(input: $input) {
      edges { node { id type path table displayName description isPantherField } }
      pageInfo { hasNextPage endCursor } } }`;
    interface Page {
      edges: { node: { id: string; type: string; path: string } }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    }
    const pageOf = async (input: Record<string, unknown>, actor = ada) =>
      ((await ask(query, { input }, actor)).data as unknown as { dataLakePropertyDefinitions: Page })
        .dataLakePropertyDefinitions;
    const whole = await pageOf({ databases: ['panther_logs'], tables: ['open_log'], pageSize: 2500 });
    const { data: asked } = await ask(
      '{ __type(name: "DataLakePropertyDefinitionsInput") { inputFields { name defaultValue } } }',
    );
    expect(JSON.stringify(asked)).toContain('{"name":"pageSize","defaultValue":"2500"}');
    expect(whole.pageInfo).toMatchObject({ hasNextPage: false, endCursor: null });
    expect(whole.edges).toContainEqual({
      node: {
        id: 'user.id',
        type: 'string',
        path: 'user.id',
        table: 'open_log',
        displayName: 'user.id',
        description: null,
        isPantherField: false,
      },
    });
    expect(whole.edges.find(({ node }) => node.id === 'p_event_time')).toMatchObject({
      node: { type: 'timestamp', isPantherField: true, description: 'When it happened, UTC' },
    });
    const walked: Page['edges'] = [];
    for (let cursor: string | null = null; ;) {
      const page: Page = await pageOf({ tables: ['open_log'], pageSize: 7, ...(cursor ? { cursor } : {}) });
      walked.push(...page.edges);
      if (!page.pageInfo.hasNextPage) break;
      cursor = page.pageInfo.endCursor;
    }
    expect(walked).toEqual(whole.edges);
    expect((await pageOf({ databases: ['panther_logs'] })).edges).toContainEqual({
      node: expect.objectContaining({ id: 'user.id', table: null }),
    });
    const refused = async (input: Record<string, unknown>, actor = ada) =>
      (await ask(query, { input }, actor)).errors?.[0];
    expect(await refused({ tables: ['nowhere'] })).toMatchObject({ message: 'Invalid table(s): nowhere' });
    expect(await refused({ tables: ['secret_vault'] }, eve)).toMatchObject({
      extensions: { code: 'InvalidInput', details: { field: 'tables' } },
    });
    expect(await refused({ databases: ['nowhere'] })).toMatchObject({
      message: 'Invalid database(s): nowhere',
    });
    for (const input of [{ pageSize: 0 }, { pageSize: -1 }, { pageSize: 1_000_000_000 }, { cursor: 'x' }])
      expect(await refused(input)).toMatchObject({
        extensions: { code: 'InvalidInput', details: { field: Object.keys(input)[0] } },
      });
  });

  it('[002-9.32] names the data type of each property, which is one of seven', async () => {
    const { data } = await ask(`{
      __type(name: "DataType") { enumValues { name } }
      dataLakePropertyDefinitions(input: { tables: ["open_log"] }) { edges { node { path type dataType } } } }`);
    const { __type: type, dataLakePropertyDefinitions: definitions } = data as unknown as {
      __type: { enumValues: { name: string }[] };
      dataLakePropertyDefinitions: { edges: { node: { path: string; type: string; dataType: string } }[] };
    };
    expect(type.enumValues.map(({ name }) => name)).toEqual(
      'any array boolean number object string timestamp'.split(' '),
    );
    const typeOf = (path: string) => definitions.edges.find(({ node }) => node.path === path)?.node;
    expect(typeOf('number')).toMatchObject({ type: 'bigint', dataType: 'number' });
    expect(typeOf('tags')).toMatchObject({ type: 'array<string>', dataType: 'array' });
    expect(typeOf('user')).toMatchObject({ dataType: 'object' });
    expect(typeOf('name')).toMatchObject({ dataType: 'string' });
    expect(typeOf('p_event_time')).toMatchObject({ dataType: 'timestamp' });
  });

  it('says where a text is wrong, in the error and as diagnostics', async () => {
    const input = { params: { language: 'sql', filters: 'select *\n  from open_lag' } };
    const { errors } = await ask(start, { input });
    expect(errors?.[0]).toMatchObject({
      extensions: {
        code: 'InvalidInput',
        details: {
          line: 2,
          column: 8,
          diagnostics: [{ code: 'name.unknown_table', suggestion: 'panther_logs.public.open_log' }],
        },
      },
    });
    const diagnostics = await ask(
      `query ($input: ExecuteUberSearchInput!) { searchDiagnostics(input: $input) {
        code severity message line column endLine endColumn suggestion path } }`,
      { input },
    );
    expect(diagnostics.data).toMatchObject({
      searchDiagnostics: [{ code: 'name.unknown_table', severity: 'error', line: 2, column: 8, path: null }],
    });
  });

  it('runs a query text at once', async () => {
    const run = 'mutation ($input: RunQueryInput!) { runQuery(input: $input) { columns rows isTruncated } }';
    const text = 'select number from open_log order by number limit 2';
    expect((await ask(run, { input: { language: 'sql', text } })).data).toEqual({
      runQuery: { columns: ['number'], rows: [[0], [1]], isTruncated: false },
    });
  });

  it('[001-7.18] [001-7.19] [002-7.13] lists databases, tables and columns that the caller may read', async () => {
    const query = `{ dataLakeDatabases { name displayName tables {
      name databaseName displayName logType groupedBy columns { name type fields { path type } } } } }`;
    const { data } = await ask(query);
    const databases = data as unknown as {
      dataLakeDatabases: { name: string; displayName: string; tables: { name: string }[] }[];
    };
    const logs = databases.dataLakeDatabases.find((database) => database.name === 'panther_logs');
    expect(logs).toMatchObject({
      displayName: 'Logs',
      tables: [
        {
          name: 'open_log',
          databaseName: 'panther_logs',
          logType: 'Open.Log',
          groupedBy: ['user.id', 'name'],
        },
        { name: 'secret_vault', groupedBy: [] },
      ],
    });
    expect(logs?.tables[0]).toMatchObject({
      columns: expect.arrayContaining([
        { name: 'user', type: 'object', fields: [{ path: 'user.id', type: 'string' }] },
        { name: 'tags', type: 'array<string>', fields: [] },
      ]),
    });
    expect(databases.dataLakeDatabases.find(({ name }) => name === 'panther_rule_matches')).toMatchObject({
      displayName: 'Rule Matches',
      tables: [{ name: 'scheduled_query_rows' }],
    });
    expect(databases.dataLakeDatabases.map(({ name }) => name).join()).not.toContain('.public');
    expect(JSON.stringify(await ask(query, {}, eve))).not.toMatch(/secret/i);
  });

  it('[002-6.18] lets holders of DataAnalyticsRead alone run searches', async () => {
    const analyst: Actor = { ...ada, permissions: new Set(['DataAnalyticsRead']) };
    const { data, errors } = await ask(start, { input: { params } }, analyst);
    expect(errors).toBeUndefined();
    const { queryID: id } = (data as unknown as { executeUberSearch: { queryID: string } }).executeUberSearch;
    expect(await ended({ id, component: 'timeline' }, analyst)).toMatchObject({ status: 'succeeded' });
    const sql = 'mutation { runQuery(input: {language: "sql", text: "select 1 as one"}) { rows } }';
    expect((await ask(sql, {}, analyst)).data).toMatchObject({ runQuery: { rows: [[1]] } });
  });

  it('[001-6.3] [002-6.18] is for holders of DataAnalyticsRead', async () => {
    const nobody: Actor = { ...ada, permissions: new Set(['AlertRead']) };
    const fields = [
      '{ dataLakeDatabases { name } }',
      '{ dataLakeQueries { edges { node { id } } } }',
      '{ dataLakeQuery(id: "x") { id } }',
      '{ uberSearch(id: "x", component: timeline) { id } }',
      '{ searchDiagnostics(input: {params: {language: sql}}) { code } }',
      'mutation { executeUberSearch(input: {params: {language: sql}}) { queryID } }',
      'mutation { cancelDataLakeQuery(input: {id: "x"}) { id } }',
      'mutation { runQuery(input: {language: "sql", text: "select 1"}) { rows } }',
    ];
    for (const field of fields)
      expect((await ask(field, {}, nobody)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

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
    const context = { actor, services, sourceIp: '127.0.0.1', userAgent: 'test' };
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

  it('[001-4.12] starts a search and gives its parts in the form the console reads', async () => {
    const { data } = await ask(start, { input: { params } });
    expect(data).toEqual({
      executeUberSearch: { queryID: expect.any(String), annotations: { visualize: false } },
    });
    const { queryID: id } = (data as unknown as { executeUberSearch: { queryID: string } }).executeUberSearch;
    const stats = { bytesScanned: expect.any(Number), executionTime: expect.any(Number) };
    expect(await ended({ id, component: 'timeline' })).toMatchObject({
      id,
      status: 'succeeded',
      kind: 'search',
      sql: '',
      message: '',
      issuedBy: { id: 'ada', name: 'ada', kind: 'user' },
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

    const one = await ask(
      `query ($id: ID!) { dataLakeQuery(id: $id) { status results { stats { rowCount } } stats { rowCount } } }`,
      { id },
    );
    expect(one.data).toEqual({
      dataLakeQuery: { status: 'succeeded', results: null, stats: { rowCount: openCount + secretCount } },
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
    const cancelled = await ask('mutation ($id: ID!) { cancelDataLakeQuery(input: {id: $id}) { id } }', {
      id,
    });
    expect(cancelled.data).toEqual({ cancelDataLakeQuery: { id } });
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

  it('[002-7.13] lists databases, tables and columns that the caller may read', async () => {
    const query = `{ dataLakeDatabases { name displayName tables {
      name databaseName displayName logType columns { name type fields { path type } } } } }`;
    const { data } = await ask(query);
    const databases = data as unknown as {
      dataLakeDatabases: { name: string; displayName: string; tables: { name: string }[] }[];
    };
    const logs = databases.dataLakeDatabases.find((database) => database.name === 'panther_logs');
    expect(logs).toMatchObject({
      displayName: 'Logs',
      tables: [
        { name: 'open_log', databaseName: 'panther_logs', logType: 'Open.Log' },
        { name: 'secret_vault' },
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
    expect(JSON.stringify(await ask(query, {}, eve))).not.toMatch(/secret/i);
  });

  it('[001-6.3][002-6.18] is for holders of DataAnalyticsRead', async () => {
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

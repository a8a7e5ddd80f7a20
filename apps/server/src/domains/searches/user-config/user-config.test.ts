import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../api/actor.ts';
import { createGraphqlHandler } from '../../../api/graphql.ts';
import { buildConsoleSchema } from '../../../api/schema.ts';
import type { Services } from '../../../services.ts';
import { ada, bob, eve, form, openSearchPlace, sql, type SearchPlace } from '../testing.ts';

const update = `mutation ($input: UpdateQueryUserConfigInput!) { updateQueryUserConfig(input: $input) {
  userConfig { queryId tableProperties { order propertyId } } } }`;
const read = `query ($id: ID!) { dataLakeQuery(id: $id) { annotations { visualize chart } userConfig { queryId
  tableProperties { order propertyId propertyDisplayName propertyTableName propertyPath }
  chartProperties { order propertyId limit chartType colorHexes sortDirection role isStacked isLogarithmic title caption
    propertyDisplayName propertyTableName propertyPath } } } }`;
const start = `mutation ($input: ExecuteUberSearchInput!) { executeUberSearch(input: $input) { queryID } }`;
const visualization = `query ($id: ID!, $pageSize: Int, $cursor: String) {
  uberSearchVisualization(id: $id, pageSize: $pageSize, cursor: $cursor) { status message
    results { columnInfo { order types } edges { node } pageInfo { hasNextPage endCursor } } } }`;

interface ChartPage {
  status: string;
  results: { edges: { node: { n: number } }[]; pageInfo: { endCursor: string | null } };
}

const column = (order: number, propertyId: string) => ({ order, propertyId });

describe('columns and charts of a search', () => {
  let place: SearchPlace;
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });
  beforeAll(async () => {
    place = await openSearchPlace();
  });
  afterAll(() => place.remove());

  async function reply(query: string, variables: Record<string, unknown>, actor: Actor = ada) {
    // These fields ask no other service.
    const services = { searches: place.searches } as Services;
    const context = { actor, services };
    const { body } = await handle({ query, variables }, context);
    return JSON.parse(JSON.stringify(body)) as {
      data: unknown;
      errors?: { message: string; extensions: { code: string; details?: unknown } }[];
    };
  }
  /** `T`: what the document asks for. */
  async function ask<T>(query: string, variables: Record<string, unknown>, actor: Actor = ada): Promise<T> {
    const { data, errors } = await reply(query, variables, actor);
    expect(errors).toBeUndefined();
    return data as T;
  }
  const keep = (input: Record<string, unknown>, actor?: Actor) => ask(update, { input }, actor);
  async function configOf(id: string, actor?: Actor) {
    const { dataLakeQuery } = await ask<{ dataLakeQuery: { userConfig: unknown } }>(read, { id }, actor);
    return dataLakeQuery.userConfig;
  }
  async function columnsOf(id: string, actor?: Actor) {
    const config = (await configOf(id, actor)) as { tableProperties: { propertyId: string }[] } | null;
    return config?.tableProperties.map(({ propertyId }) => propertyId);
  }

  it('[001-7.9] [001-3.18] [001-3.19] are kept with the search and come back with their names', async () => {
    const { id } = await place.searches.start(ada, form({ tables: ['open_log'] }));
    expect(await configOf(id)).toBeNull();
    const chart = {
      order: 0,
      propertyId: 'number',
      limit: 25,
      chartType: 'area',
      colorHexes: ['#7aa7fb', '#3f9576'],
      sortDirection: 'ascending',
      role: 'y',
      isStacked: true,
      isLogarithmic: false,
      title: 'Numbers',
      caption: 'how many',
    };
    const kept = await keep({ queryId: id, tableProperties: [column(1, 'name'), column(0, 'user.id')] });
    expect(kept).toEqual({
      updateQueryUserConfig: {
        userConfig: { queryId: id, tableProperties: [column(0, 'user.id'), column(1, 'name')] },
      },
    });
    await keep({ queryId: id, chartProperties: [chart] });
    const names = (path: string, table: string | null = 'open_log') => ({
      propertyDisplayName: path,
      propertyTableName: table,
      propertyPath: path,
    });
    expect(await configOf(id)).toEqual({
      queryId: id,
      tableProperties: [
        { ...column(0, 'user.id'), ...names('user.id') },
        { ...column(1, 'name'), ...names('name') },
      ],
      chartProperties: [{ ...chart, ...names('number') }],
    });
    const many = await place.searches.start(ada, form());
    await keep({ queryId: many.id, tableProperties: [column(0, 'name')] });
    expect(await configOf(many.id)).toMatchObject({ tableProperties: [names('name', null)] });
  });

  it('of the author are what a colleague sees, until he chooses himself', async () => {
    const { id } = await place.searches.start(ada, form());
    await keep({ queryId: id, tableProperties: [column(0, 'name'), column(1, 'tags')] });
    expect(await columnsOf(id, bob)).toEqual(['name', 'tags']);
    await keep({ queryId: id, tableProperties: [column(0, 'number')] }, bob);
    expect(await columnsOf(id, bob)).toEqual(['number']);
    expect(await columnsOf(id, ada)).toEqual(['name', 'tags']);
  });

  it('name no column of a log type the reader may not read', async () => {
    const { id } = await place.searches.start(
      ada,
      sql('select name, number as vault_size from secret_vault'),
    );
    await keep({ queryId: id, tableProperties: [column(0, 'vault_size')], chartProperties: [] });
    expect(await columnsOf(id, ada)).toEqual(['vault_size']);
    expect(await configOf(id, eve)).toMatchObject({ tableProperties: [] });
    expect(JSON.stringify(await ask(read, { id }, eve))).not.toContain('vault');

    const open = await place.searches.start(ada, form());
    await keep({ queryId: open.id, tableProperties: [column(0, 'user.id'), column(1, 'user.hidden')] });
    expect(await columnsOf(open.id, eve)).toEqual(['user.id']);
    await keep({ queryId: open.id, chartProperties: [] }, eve);
    expect(await columnsOf(open.id, eve)).toEqual(['user.id']);
    expect(await columnsOf(open.id, ada)).toEqual(['user.id', 'user.hidden']);
    expect(await configOf(open.id, eve)).toMatchObject({
      tableProperties: [{ propertyTableName: 'open_log' }],
    });
  });

  it('go along when a search is run again', async () => {
    const { id } = await place.searches.start(ada, form());
    await keep({ queryId: id, tableProperties: [column(0, 'tags')] });
    const again = async (from: string) => {
      const params = { language: 'sql', filters: 'select 1 as tags', copyUserConfigQueryId: from };
      const data = await ask<{ executeUberSearch: { queryID: string } }>(start, { input: { params } }, bob);
      return data.executeUberSearch.queryID;
    };
    expect(await columnsOf(await again(id), bob)).toEqual(['tags']);
    expect(await columnsOf(await again('0'.repeat(32)), bob)).toBeUndefined();
  });

  it('are refused when they are no columns or charts', async () => {
    const { id } = await place.searches.start(ada, form());
    const refusal = async (input: Record<string, unknown>, actor?: Actor) =>
      (await reply(update, { input: { queryId: id, ...input } }, actor)).errors?.[0];
    const chart = (over: Record<string, unknown>) => ({
      chartProperties: [{ ...column(0, 'name'), ...over }],
    });
    expect((await refusal(chart({ limit: 7 })))?.message).toBe(
      'The choice of columns and charts was not kept: chartProperties.0.limit must be 5 or 25.',
    );
    expect((await refusal(chart({ colorHexes: ['red'] })))?.message).toContain('must be colours');
    expect((await refusal(chart({ chartType: 'donut' })))?.extensions.code).toBe('InvalidInput');
    const twice = { tableProperties: [column(0, 'name'), column(1, 'name')] };
    expect((await refusal(twice))?.message).toBe('tableProperties has name twice. Send each column once.');
    expect((await refusal({ queryId: 'f'.repeat(32) }))?.extensions.code).toBe('NotFound');
    const nobody: Actor = { ...ada, permissions: new Set(['AlertRead']) };
    expect((await refusal({}, nobody))?.extensions.code).toBe('FORBIDDEN');
    const look = await reply(visualization, { id }, nobody);
    expect(look.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('[001-7.7] a chart is drawn from the rows of the search, page by page', async () => {
    const text = 'select number as n, count(*) as c from open_log group by number order by number';
    const { id } = await place.searches.start(ada, sql(text));
    const pages: number[][] = [];
    let cursor: string | null = null;
    do {
      const answer: { uberSearchVisualization: ChartPage } = await ask(visualization, {
        id,
        pageSize: 100,
        cursor,
      });
      const { status, results } = answer.uberSearchVisualization;
      if (status === 'running') continue;
      pages.push(results.edges.map(({ node }) => node.n));
      cursor = results.pageInfo.endCursor;
    } while (cursor !== null || pages.length === 0);
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(Array.from({ length: 250 }, (_, number) => number));
    const secret = await place.searches.start(ada, sql('select number from secret_vault'));
    const failed = async () => {
      for (;;) {
        const answer = await ask<{ uberSearchVisualization: ChartPage }>(
          visualization,
          { id: secret.id },
          eve,
        );
        if (answer.uberSearchVisualization.status !== 'running') return answer.uberSearchVisualization;
      }
    };
    expect(await failed()).toMatchObject({ status: 'failed', results: null });
  });

  it('a text that ends in visualize says so to those who may read its tables', async () => {
    const filters = `panther_logs.public.secret_vault | summarize n=agg.count() by name
      | visualize line xcolumn=name, ycolumn=n, title='Vaults'`;
    const { id } = await place.searches.start(ada, { language: 'pantherflow', filters });
    const chart = { chart: 'line', xcolumn: 'name', ycolumns: ['n'], title: 'Vaults' };
    expect(await ask(read, { id })).toMatchObject({
      dataLakeQuery: { annotations: { visualize: true, chart }, userConfig: null },
    });
    expect(await ask(read, { id }, eve)).toMatchObject({
      dataLakeQuery: { annotations: { visualize: false, chart: null } },
    });
  });
});

import { searchLanguageIds } from '@margay/query';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { searchesAccess } from './access.ts';
import type { EventSpan } from './results/newest-events.ts';
import type { SearchEstimate } from './runs/estimate.ts';
import { dataExplorerFields } from './data-explorer/graphql.ts';
import { propertyFields } from './properties/graphql.ts';
import { findingFields } from './results/graphql.ts';
import type { SearchTable } from './results/tables.ts';
import { databaseType, diagnosticType, queryType } from './graphql-types.ts';
import type { HistoryRequest } from './history/history.ts';
import { searchComponents, type SearchParamsInput } from './schema.ts';
import type { SearchView } from './results/view.ts';
import type { StartedSearch } from './service.ts';
import { columnSetFields } from './column-sets/graphql.ts';
import { userConfigMutation } from './user-config/graphql.ts';

export function searchTypes(parts: GraphqlParts): void {
  const { builder, shared } = parts;
  const Language = builder.enumType('SearchLanguage', { values: searchLanguageIds });
  const Component = builder.enumType('UberSearchComponent', { values: searchComponents });
  const Params = builder.inputType('SearchParamsInput', {
    fields: (t) => ({
      databases: t.stringList(),
      tables: t.stringList(),
      startTime: t.field({ type: 'DateTime' }),
      endTime: t.field({ type: 'DateTime' }),
      relativeTime: t.string({ description: 'ISO 8601 duration such as PT20M, or PAllTime.' }),
      limit: t.int(),
      sortDir: t.field({ type: shared.SortDir }),
      language: t.field({ type: Language, required: true }),
      filters: t.string({
        description:
          'JSON text of the search form, the text of an SQL or PantherFlow query, or the indicators.',
      }),
      copyUserConfigQueryId: t.id({ description: 'A search whose columns and charts are taken over.' }),
    }),
  });
  type Input = typeof Params.$inferInput;
  const Execute = builder.inputType('ExecuteUberSearchInput', {
    fields: (t) => ({ params: t.field({ type: Params, required: true }) }),
  });
  const RunQuery = builder.inputType('RunQueryInput', {
    fields: (t) => ({
      language: t.string({ required: true }),
      text: t.string({ required: true }),
      rowLimit: t.int({ description: 'At most 10,000; 1,000 when absent.' }),
    }),
  });
  const { Query, Annotations, Status, Kind, UserConfig } = queryType(parts);
  const History = builder.inputType('DataLakeQueriesInput', {
    fields: (t) => ({
      contains: t.string({ description: 'In name, text or author; or the whole id.' }),
      status: t.field({ type: [Status] }),
      kinds: t.field({ type: [Kind] }),
      isScheduled: t.boolean(),
      issuedBy: t.idList(),
      startedAtAfter: t.field({ type: 'DateTime' }),
      startedAtBefore: t.field({ type: 'DateTime' }),
      sortDir: t.field({ type: shared.SortDir, defaultValue: 'descending' }),
      cursor: t.string(),
      pageSize: t.int({ defaultValue: 25 }),
    }),
  });
  const Executed = builder.objectRef<StartedSearch>('ExecuteUberSearchOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      queryID: t.exposeID('id'),
      annotations: t.field({ type: Annotations, resolve: ({ visualize }) => ({ visualize }) }),
    }),
  });
  const Rows = builder
    .objectRef<{ columns: string[]; rows: unknown[][]; isTruncated: boolean }>('RunQueryOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        columns: t.exposeStringList('columns'),
        rows: t.expose('rows', { type: 'JSON', description: 'One list per row, in the order of columns.' }),
        isTruncated: t.exposeBoolean('isTruncated', { description: 'There were more rows than the limit.' }),
      }),
    });
  const Span = builder.objectRef<EventSpan>('EventSpan').implement({
    auth: 'with-parent',
    fields: (t) => ({
      startTime: t.field({ type: 'DateTime', resolve: ({ startTime }) => startTime }),
      endTime: t.field({ type: 'DateTime', resolve: ({ endTime }) => endTime }),
    }),
  });
  const Estimate = builder.objectRef<SearchEstimate>('SearchEstimate').implement({
    auth: 'with-parent',
    fields: (t) => ({
      rowCount: t.exposeFloat('rowCount'),
      byteCount: t.exposeFloat('byteCount', { description: 'Uncompressed, of whole events.' }),
    }),
  });
  const Problem = diagnosticType(parts);
  const Edge = builder.objectRef<SearchView>('DataLakeQueryEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.field({ type: Query, resolve: (view) => view }) }),
  });
  const Page = builder
    .objectRef<{ views: SearchView[]; endCursor: string | null }>('DataLakeQueriesOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        edges: t.expose('views', { type: [Edge] }),
        pageInfo: t.field({
          type: shared.PageInfo,
          resolve: ({ endCursor }) => ({ hasNextPage: endCursor !== null, endCursor }),
        }),
      }),
    });
  const { Database, Table } = databaseType(parts);
  propertyFields(parts);
  findingFields(parts);
  const Tables = builder
    .objectRef<{ tables: SearchTable[]; endCursor: string | null }>('UberSearchTablesOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        tables: t.expose('tables', { type: [Table] }),
        pageInfo: t.field({
          type: shared.PageInfo,
          resolve: ({ endCursor }) => ({ hasNextPage: endCursor !== null, endCursor }),
        }),
      }),
    });
  dataExplorerFields(parts, Problem);

  /** A query field for the rows of a search. */
  const rowsField = (t: Parameters<Parameters<typeof builder.queryFields>[0]>[0], description: string) =>
    t.field({
      type: Query,
      auth: searchesAccess.search,
      description,
      args: {
        id: t.arg.id({ required: true }),
        pageSize: t.arg.int({ description: '999 when absent.' }),
        cursor: t.arg.string(),
      },
      resolve: (_, { id, pageSize, cursor }, context) =>
        context.services.searches.visualization(actorOf(context), {
          id,
          ...(pageSize == null ? {} : { pageSize }),
          ...(cursor == null ? {} : { cursor }),
        }),
    });
  builder.queryFields((t) => ({
    uberSearch: t.field({
      type: Query,
      auth: searchesAccess.search,
      description: 'One part of a search; it runs from the first time it is asked for.',
      args: {
        id: t.arg.id({ required: true }),
        component: t.arg({ type: Component, required: true }),
        pageSize: t.arg.int(),
        cursor: t.arg.string(),
        columns: t.arg.stringList(),
      },
      resolve: (_, args, context) => {
        const { id, component, pageSize, cursor, columns } = args;
        return context.services.searches.part(actorOf(context), {
          id,
          component,
          ...(pageSize == null ? {} : { pageSize }),
          ...(cursor == null ? {} : { cursor }),
          ...(columns == null ? {} : { columns }),
        });
      },
    }),
    uberSearchVisualization: rowsField(t, 'The rows a chart is drawn from, in the order of the search.'),
    asyncQueryResults: rowsField(t, 'The rows of a query in its order, page by page, once they are there.'),
    dataLakeQuery: t.field({
      type: Query,
      nullable: true,
      auth: searchesAccess.search,
      description: 'A search with the first of its rows, or the part of one that the id names.',
      args: {
        id: t.arg.id({ required: true }),
        root: t.arg.boolean({
          defaultValue: false,
          description: 'The whole search also for the id of a part.',
        }),
      },
      resolve: async (_, { id, root }, context) =>
        (await context.services.searches.byId(actorOf(context), id, { isRoot: root ?? false })) ?? null,
    }),
    uberSearchTables: t.field({
      type: Tables,
      auth: searchesAccess.search,
      description: 'The tables a search reads, and how many rows it found in each.',
      args: {
        id: t.arg.id({ required: true }),
        pageSize: t.arg.int({ description: '100 when absent.' }),
        cursor: t.arg.string(),
      },
      resolve: (_, { id, pageSize, cursor }, context) =>
        context.services.searches.tables(actorOf(context), {
          id,
          ...(pageSize == null ? {} : { pageSize }),
          ...(cursor == null ? {} : { cursor }),
        }),
    }),
    dataLakeQueries: t.field({
      type: Page,
      auth: searchesAccess.search,
      description: 'Searches of the past 30 days, newest first.',
      args: { input: t.arg({ type: History }) },
      resolve: async (_, { input }, context) => {
        const { status, issuedBy, startedAtAfter, startedAtBefore, sortDir, ...same } = input ?? {};
        const request = {
          ...same,
          statuses: status,
          authorIds: issuedBy,
          startedAfter: startedAtAfter,
          startedBefore: startedAtBefore,
          isAscending: sortDir === 'ascending',
        };
        const given = Object.entries(request).filter(([, value]) => value != null);
        // Null stands for "not given" in GraphQL; what is left has the names and types of the request.
        return context.services.searches.history(
          actorOf(context),
          Object.fromEntries(given) as HistoryRequest,
        );
      },
    }),
    dataLakeDatabases: t.field({
      type: [Database],
      auth: searchesAccess.search,
      resolve: (_, _args, context) => context.services.searches.databases(actorOf(context)),
    }),
    estimateSearch: t.field({
      type: Estimate,
      nullable: true,
      auth: searchesAccess.search,
      description: 'What a search would read at most, from the index of its tables; null when it cannot run.',
      args: { input: t.arg({ type: Execute, required: true }) },
      resolve: async (_, { input }, context) =>
        (await context.services.searches.estimate(actorOf(context), paramsOf(input.params))) ?? null,
    }),
    newestEvents: t.field({
      type: Span,
      nullable: true,
      auth: searchesAccess.search,
      description:
        'When the newest events are from that the databases and tables of a search hold, at most 24 hours; its times and conditions do not count. Null when they hold none.',
      args: { input: t.arg({ type: Execute, required: true }) },
      resolve: async (_, { input }, context) => {
        const { searches } = context.services;
        return (
          (await searches.newestEvents(actorOf(context), paramsOf(input.params), context.signal)) ?? null
        );
      },
    }),
    searchDiagnostics: t.field({
      type: [Problem],
      auth: searchesAccess.search,
      args: { input: t.arg({ type: Execute, required: true }) },
      resolve: (_, { input }, context) =>
        context.services.searches.check(actorOf(context), paramsOf(input.params)),
    }),
  }));
  builder.mutationFields((t) => ({
    executeUberSearch: t.field({
      type: Executed,
      auth: searchesAccess.search,
      args: { input: t.arg({ type: Execute, required: true }) },
      resolve: (_, { input: { params } }, context) => {
        const { copyUserConfigQueryId } = params;
        const options = copyUserConfigQueryId == null ? {} : { copyUserConfigQueryId };
        return context.services.searches.start(actorOf(context), paramsOf(params), options);
      },
    }),
    cancelDataLakeQuery: t.field({
      type: shared.IdOutput,
      auth: searchesAccess.search,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_, { input }, context) => {
        await context.services.searches.cancel(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
    leaveDataLakeQuery: t.field({
      type: shared.IdOutput,
      auth: searchesAccess.search,
      description:
        'The caller looks at a search no more. What runs of it ends soon, unless it is asked for again.',
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_, { input }, context) => {
        context.services.searches.leave(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
    runQuery: t.field({
      type: Rows,
      auth: searchesAccess.search,
      description: 'Runs a query text to its end, at most a minute.',
      args: { input: t.arg({ type: RunQuery, required: true }) },
      resolve: (_, { input }, context) => {
        const { language, text, rowLimit } = input;
        const request = { language, text, ...(rowLimit == null ? {} : { rowLimit }) };
        return context.services.searches.runSql(actorOf(context), request, context.signal);
      },
    }),
  }));

  userConfigMutation(parts, UserConfig);
  columnSetFields(parts);

  function paramsOf(params: Input): SearchParamsInput {
    const given = Object.entries(params).filter(
      ([name, value]) => name !== 'copyUserConfigQueryId' && value !== null && value !== undefined,
    );
    const texts = given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
    // Null stands for "not given" in GraphQL; what is left has the names and types of the input type above.
    return Object.fromEntries(texts) as SearchParamsInput;
  }
}

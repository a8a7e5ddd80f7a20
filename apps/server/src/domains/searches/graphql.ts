import type { Diagnostic } from '@margay/query';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { canSearch, databaseType, queryType } from './graphql-types.ts';
import { searchComponents, searchLanguages, type SearchParamsInput } from './schema.ts';
import type { SearchView } from './search-view.ts';

export function searchTypes(parts: GraphqlParts): void {
  const { builder, shared } = parts;
  const Language = builder.enumType('SearchLanguage', { values: searchLanguages });
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
      filters: t.string({ description: 'JSON text of the search form, or the SQL text.' }),
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
  const History = builder.inputType('DataLakeQueriesInput', {
    fields: (t) => ({ pageSize: t.int(), cursor: t.string(), contains: t.string() }),
  });

  const { Query, Annotations } = queryType(parts);
  const Executed = builder.objectRef<{ id: string }>('ExecuteUberSearchOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      queryID: t.exposeID('id'),
      annotations: t.field({ type: Annotations, resolve: () => ({ visualize: false }) }),
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
  const Problem = builder.objectRef<Diagnostic>('SearchDiagnostic').implement({
    description: 'What is wrong with a search, and where in its text or form.',
    auth: 'with-parent',
    fields: (t) => ({
      code: t.exposeString('code'),
      severity: t.exposeString('severity'),
      message: t.exposeString('message'),
      line: t.exposeInt('line'),
      column: t.exposeInt('column'),
      endLine: t.exposeInt('endLine'),
      endColumn: t.exposeInt('endColumn'),
      suggestion: t.exposeString('suggestion', { nullable: true }),
      path: t.exposeString('path', { nullable: true }),
    }),
  });
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
  const Database = databaseType(parts);

  builder.queryFields((t) => ({
    uberSearch: t.field({
      type: Query,
      auth: canSearch,
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
    dataLakeQuery: t.field({
      type: Query,
      nullable: true,
      auth: canSearch,
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_, { id }, context) =>
        (await context.services.searches.byId(actorOf(context), id)) ?? null,
    }),
    dataLakeQueries: t.field({
      type: Page,
      auth: canSearch,
      description: 'Searches of the past 30 days, newest first.',
      args: { input: t.arg({ type: History }) },
      resolve: async (_, { input }, context) => {
        const { pageSize, cursor, contains } = input ?? {};
        return context.services.searches.history(actorOf(context), {
          ...(pageSize == null ? {} : { pageSize }),
          ...(cursor == null ? {} : { cursor }),
          ...(contains == null ? {} : { contains }),
        });
      },
    }),
    dataLakeDatabases: t.field({
      type: [Database],
      auth: canSearch,
      resolve: (_, _args, context) => context.services.searches.databases(actorOf(context)),
    }),
    searchDiagnostics: t.field({
      type: [Problem],
      auth: canSearch,
      args: { input: t.arg({ type: Execute, required: true }) },
      resolve: (_, { input }, context) =>
        context.services.searches.check(actorOf(context), paramsOf(input.params)),
    }),
  }));
  builder.mutationFields((t) => ({
    executeUberSearch: t.field({
      type: Executed,
      auth: canSearch,
      args: { input: t.arg({ type: Execute, required: true }) },
      resolve: (_, { input }, context) =>
        context.services.searches.start(actorOf(context), paramsOf(input.params)),
    }),
    cancelDataLakeQuery: t.field({
      type: shared.IdOutput,
      auth: canSearch,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_, { input }, context) => {
        await context.services.searches.cancel(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
    runQuery: t.field({
      type: Rows,
      auth: canSearch,
      description: 'Runs a query text to its end, at most a minute.',
      args: { input: t.arg({ type: RunQuery, required: true }) },
      resolve: (_, { input }, context) => {
        const { language, text, rowLimit } = input;
        return context.services.searches.runSql(actorOf(context), {
          language,
          text,
          ...(rowLimit == null ? {} : { rowLimit }),
        });
      },
    }),
  }));

  function paramsOf(params: Input): SearchParamsInput {
    const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
    const texts = given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
    // Null stands for "not given" in GraphQL; what is left has the names and types of the input type above.
    return Object.fromEntries(texts) as SearchParamsInput;
  }
}

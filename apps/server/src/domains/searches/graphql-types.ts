import { stringifyJson } from '@margay/kit';
import type { CatalogColumn } from '@margay/model';
import { type Diagnostic, languageOf, type Visualization } from '@margay/query';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { searchesAccess } from './access.ts';
import { actorProfilesOf, type ActorProfile } from './results/actor-profiles.ts';
import { fieldsInside, type DatabaseEntry, type NestedField } from './properties/databases.ts';
import { typeName, type ResultPage, type ResultRow } from './results/page.ts';
import { childrenOf, identityOf, type SearchChild, type SearchView } from './results/view.ts';
import type { SearchTable } from './results/tables.ts';
import { searchKinds, searchStatuses } from './store.ts';
import { userConfigType } from './user-config/graphql.ts';

/** A search as the console sees it, with its results. */
export function queryType(parts: GraphqlParts) {
  const { builder, shared } = parts;
  const UserConfig = userConfigType(parts);
  const Annotations = builder.objectRef<{ visualize?: Visualization }>('QueryAnnotations').implement({
    auth: 'with-parent',
    fields: (t) => ({
      visualize: t.boolean({ resolve: ({ visualize }) => visualize !== undefined }),
      chart: t.field({
        type: 'JSON',
        nullable: true,
        description:
          'How a query that ends in visualize is to be drawn: chart, xcolumn, series, ycolumns, title …, warnings.',
        resolve: ({ visualize }) => visualize ?? null,
      }),
    }),
  });
  const ColumnInfo = builder.objectRef<ResultPage>('QueryColumnInfo').implement({
    auth: 'with-parent',
    fields: (t) => ({
      order: t.exposeStringList('order'),
      types: t.expose('types', {
        type: 'JSON',
        description: 'Type of each column, and facts about the page: bucketSeconds, distinctCounts …',
      }),
    }),
  });
  const Edge = builder.objectRef<ResultRow>('QueryResultEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      node: t.expose('node', { type: 'JSON' }),
      nodeAsString: t.string({ resolve: ({ node }) => stringifyJson(node) }),
    }),
  });
  const Stats = builder
    .objectRef<{ bytesScanned: number; elapsedMs: number; rowCount: number | null }>('QueryStats')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        bytesScanned: t.exposeFloat('bytesScanned'),
        executionTime: t.exposeFloat('elapsedMs', { description: 'Milliseconds.' }),
        rowCount: t.float({ resolve: ({ rowCount }) => rowCount ?? 0 }),
      }),
    });
  const Profile = builder.objectRef<ActorProfile>('ActorProfile').implement({
    description: 'A person of this installation whom rows name.',
    auth: 'with-parent',
    fields: (t) => ({
      entityId: t.exposeID('entityId'),
      displayNames: t.exposeStringList('displayNames'),
      emails: t.exposeStringList('emails'),
    }),
  });
  const Results = builder.objectRef<NonNullable<SearchView['result']>>('QueryResults').implement({
    auth: 'with-parent',
    fields: (t) => ({
      columns: t.stringList({
        description: 'Names of the columns, in the order of the values in `rows`.',
        resolve: ({ page }) => page.order,
      }),
      rows: t.field({
        type: 'JSON',
        description: 'The rows of `edges` as one list each, in the order of `columns`.',
        resolve: ({ page }) => page.rows.map(({ node }) => page.order.map((name) => node[name] ?? null)),
      }),
      tryAgain: t.boolean({
        description:
          'False: results come when they are complete. Until then `tryAgain` of the query is true.',
        resolve: () => false,
      }),
      actorProfiles: t.field({
        type: [Profile],
        description:
          'People of this installation whose id or address is among the actors, addresses and names of the rows.',
        resolve: ({ page }, _args, context) =>
          actorProfilesOf(page, actorOf(context), context.services.users),
      }),
      columnInfo: t.field({ type: ColumnInfo, resolve: ({ page }) => page }),
      edges: t.field({ type: [Edge], resolve: ({ page }) => page.rows }),
      pageInfo: t.field({
        type: shared.PageInfo,
        resolve: ({ page: { endCursor } }) => ({ hasNextPage: endCursor !== null, endCursor }),
      }),
      stats: t.field({ type: Stats, resolve: ({ page, cost }) => ({ ...cost, rowCount: page.rowCount }) }),
    }),
  });
  const Progress = builder.objectRef<SearchView['progress']>('QueryProgress').implement({
    auth: 'with-parent',
    fields: (t) => ({
      readRows: t.exposeFloat('readRows'),
      readBytes: t.exposeFloat('readBytes'),
      totalRows: t.exposeFloat('totalRows'),
      elapsedMs: t.exposeFloat('elapsedMs'),
    }),
  });
  const Status = builder.enumType('DataLakeQueryStatus', { values: searchStatuses });
  const Kind = builder.enumType('DataLakeQueryKind', { values: searchKinds });
  const Child = builder.objectRef<SearchChild>('DataLakeQueryRef').implement({
    auth: 'with-parent',
    fields: (t) => ({ id: t.exposeID('id'), kind: t.exposeString('kind') }),
  });
  const Page = builder.inputType('QueryResultsInput', {
    fields: (t) => ({ pageSize: t.int({ description: '999 when absent.' }), cursor: t.string() }),
  });
  const Query = builder.objectRef<SearchView>('DataLakeQuery').implement({
    description: 'A search and, when one of its parts was asked for, how that part stands.',
    auth: searchesAccess.search,
    fields: (t) => ({
      id: t.id({
        description: 'Of the search, or of the part that was asked for by its own id.',
        resolve: (view) => identityOf(view).id,
      }),
      status: t.expose('status', { type: Status }),
      name: t.string({
        nullable: true,
        description: 'Of the saved query whose run it is; null for what a person typed.',
        resolve: ({ record }) => record.name,
      }),
      kind: t.string({
        description:
          'search for the form of the Search page, adhoc for SQL, pantherflow, indicator for an indicator search, scheduled for runs of the clock; of a part: timeline, details, summary …',
        resolve: (view) => identityOf(view).kind,
      }),
      isScheduled: t.boolean({ resolve: ({ record }) => record.kind === 'scheduled' }),
      message: t.exposeString('message'),
      sql: t.string({
        description: 'The text of an SQL or PantherFlow query; empty for other searches.',
        resolve: ({ record: { params } }) => (languageOf(params.language).text ? params.filters : ''),
      }),
      params: t.field({ type: 'JSON', resolve: ({ record }) => record.params }),
      metadata: t.field({
        type: 'JSON',
        description: 'Where and when the search looks: language, databases, tables, times, limit, order.',
        resolve: ({ record: { params } }) => ({ ...params, filters: undefined }),
      }),
      children: t.field({
        type: [Child],
        description: 'The parts the search consists of; each can be asked for by its id.',
        resolve: (view) => childrenOf(view),
      }),
      tryAgain: t.boolean({
        description: 'It still runs: ask again.',
        resolve: ({ status }) => status === 'running',
      }),
      startedAt: t.field({ type: 'DateTime', resolve: ({ record }) => record.startedAt }),
      completedAt: t.field({
        type: 'DateTime',
        nullable: true,
        resolve: ({ record }) => record.completedAt,
      }),
      issuedBy: t.field({ type: shared.Author, nullable: true, resolve: ({ record }) => record.author }),
      annotations: t.field({ type: Annotations, resolve: ({ visualize }) => ({ visualize }) }),
      userConfig: t.field({
        type: UserConfig,
        nullable: true,
        description: "The caller's choice of columns and charts, or else that of who started the search.",
        resolve: async ({ record }, _args, context) =>
          (await context.services.searches.userConfig(actorOf(context), record)) ?? null,
      }),
      progress: t.expose('progress', { type: Progress }),
      stats: t.field({
        type: Stats,
        nullable: true,
        description:
          'Bytes of all its runs so far, milliseconds until its first rows; null where the caller may not see what they saw.',
        resolve: ({ record }) => (record.rowCount === null && record.bytesScanned === 0 ? null : record),
      }),
      results: t.field({
        type: Results,
        nullable: true,
        description:
          'Of the part that was asked for, or the rows of the search; null until they are complete. `input` chooses the page of rows.',
        args: { input: t.arg({ type: Page }) },
        resolve: async ({ result, rows }, { input }) => {
          if (result || !rows) return result ?? null;
          const view = await rows({
            ...(input?.pageSize == null ? {} : { pageSize: input.pageSize }),
            ...(input?.cursor == null ? {} : { cursor: input.cursor }),
          });
          return view.result ?? null;
        },
      }),
    }),
  });
  return { Query, Annotations, Status, Kind, UserConfig };
}

/** What is wrong with a query text. */
export function diagnosticType({ builder }: GraphqlParts) {
  return builder.objectRef<Diagnostic>('SearchDiagnostic').implement({
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
}

/** Databases, tables and columns a person may choose from. */
export function databaseType({ builder }: GraphqlParts) {
  const Field = builder.objectRef<NestedField>('DataLakeField').implement({
    auth: 'with-parent',
    fields: (t) => ({
      path: t.exposeString('path'),
      type: t.exposeString('type'),
      description: t.exposeString('description', { nullable: true }),
    }),
  });
  const Column = builder.objectRef<CatalogColumn>('DataLakeColumn').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      propertyId: t.id({
        description: 'How searches and their columns and charts name it.',
        resolve: ({ name }) => name,
      }),
      type: t.string({ resolve: ({ type }) => typeName(type) }),
      description: t.exposeString('description', { nullable: true }),
      fields: t.field({
        type: [Field],
        description: 'Fields inside an object column, with their paths.',
        resolve: ({ name, type }) => fieldsInside(name, type),
      }),
    }),
  });
  const Table = builder.objectRef<SearchTable>('DataLakeTable').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      databaseName: t.exposeString('database'),
      displayName: t.exposeString('displayName'),
      description: t.exposeString('description', { nullable: true }),
      logType: t.exposeString('logType', { nullable: true }),
      numMatches: t.float({
        nullable: true,
        description: 'Rows a search found in it; null where nothing was searched, or while it is counted.',
        resolve: ({ numMatches }) => numMatches ?? null,
      }),
      groupedBy: t.stringList({
        description:
          'Fields by which the table keeps the events of one hour together; none where it keeps them in order of time alone.',
        resolve: ({ groupedBy = [] }) => groupedBy,
      }),
      columns: t.expose('columns', { type: [Column] }),
    }),
  });
  const Database = builder.objectRef<DatabaseEntry>('DataLakeDatabase').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      displayName: t.exposeString('displayName'),
      tables: t.expose('tables', { type: [Table] }),
    }),
  });
  return { Database, Table };
}

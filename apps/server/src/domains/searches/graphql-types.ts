import { stringifyJson } from '@margay/kit';
import type { CatalogColumn, CatalogTable } from '@margay/model';
import type { GraphqlParts } from '../../api/builder.ts';
import { fieldsInside, type DatabaseEntry, type NestedField } from './databases.ts';
import { typeName, type ResultPage, type ResultRow } from './result-page.ts';
import type { SearchView } from './search-view.ts';
import { searchStatuses } from './store.ts';

export const canSearch = ['DataAnalyticsRead'] as const;

/** A search as the console sees it, with its results. */
export function queryType({ builder, shared }: GraphqlParts) {
  const Annotations = builder.objectRef<{ visualize: boolean }>('QueryAnnotations').implement({
    auth: 'with-parent',
    fields: (t) => ({ visualize: t.exposeBoolean('visualize') }),
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
  const Results = builder.objectRef<NonNullable<SearchView['result']>>('QueryResults').implement({
    auth: 'with-parent',
    fields: (t) => ({
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
      totalRows: t.exposeFloat('totalRows'),
      elapsedMs: t.exposeFloat('elapsedMs'),
    }),
  });
  const Status = builder.enumType('DataLakeQueryStatus', { values: searchStatuses });
  const Query = builder.objectRef<SearchView>('DataLakeQuery').implement({
    description: 'A search and, when one of its parts was asked for, how that part stands.',
    auth: canSearch,
    fields: (t) => ({
      id: t.id({ resolve: ({ record }) => record.id }),
      status: t.expose('status', { type: Status }),
      kind: t.string({
        description: 'search for the search form, adhoc for SQL.',
        resolve: ({ record }) => record.kind,
      }),
      message: t.exposeString('message'),
      sql: t.string({
        description: 'The text of an SQL query; empty for the search form.',
        resolve: ({ record }) => (record.params.language === 'sql' ? record.params.filters : ''),
      }),
      params: t.field({ type: 'JSON', resolve: ({ record }) => record.params }),
      startedAt: t.field({ type: 'DateTime', resolve: ({ record }) => record.startedAt }),
      completedAt: t.field({
        type: 'DateTime',
        nullable: true,
        resolve: ({ record }) => record.completedAt,
      }),
      issuedBy: t.field({ type: shared.Author, nullable: true, resolve: ({ record }) => record.author }),
      annotations: t.field({ type: Annotations, resolve: () => ({ visualize: false }) }),
      progress: t.expose('progress', { type: Progress }),
      stats: t.field({
        type: Stats,
        nullable: true,
        description: 'All runs of the search so far; null where the caller may not see what they saw.',
        resolve: ({ record }) => (record.rowCount === null && record.bytesScanned === 0 ? null : record),
      }),
      results: t.field({ type: Results, nullable: true, resolve: ({ result }) => result ?? null }),
    }),
  });
  return { Query, Annotations };
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
      type: t.string({ resolve: ({ type }) => typeName(type) }),
      description: t.exposeString('description', { nullable: true }),
      fields: t.field({
        type: [Field],
        description: 'Fields inside an object column, with their paths.',
        resolve: ({ name, type }) => fieldsInside(name, type),
      }),
    }),
  });
  const Table = builder.objectRef<CatalogTable>('DataLakeTable').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      databaseName: t.exposeString('database'),
      displayName: t.exposeString('displayName'),
      description: t.exposeString('description', { nullable: true }),
      logType: t.exposeString('logType', { nullable: true }),
      columns: t.expose('columns', { type: [Column] }),
    }),
  });
  return builder.objectRef<DatabaseEntry>('DataLakeDatabase').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      displayName: t.exposeString('displayName'),
      tables: t.expose('tables', { type: [Table] }),
    }),
  });
}

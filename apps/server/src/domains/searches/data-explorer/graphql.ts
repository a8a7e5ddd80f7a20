import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf } from '../../../api/context.ts';
import { searchesAccess } from '../access.ts';
import type { QueryExplanation } from './data-explorer.ts';
import type { diagnosticType } from '../graphql-types.ts';
import { indicatorParams, sqlParams } from './inputs.ts';

/** Fields of the Data Explorer and of the indicator search; both run as searches and are read by `uberSearch`. */
export function dataExplorerFields(parts: GraphqlParts, Problem: ReturnType<typeof diagnosticType>): void {
  const { builder, shared } = parts;
  const ExecuteSql = builder.inputType('ExecuteDataLakeQueryInput', {
    fields: (t) => ({
      sql: t.string({ required: true }),
      databaseName: t.string({
        description: 'Where bare table names are looked for; panther_logs when absent.',
      }),
      savedQueryId: t.id({ description: 'The saved search the text came from.' }),
    }),
  });
  const ExecuteIndicators = builder.inputType('ExecuteIndicatorSearchInput', {
    fields: (t) => ({
      indicators: t.stringList({ required: true }),
      indicatorName: t.string({
        description: 'AutoDetectType, or the name of the indicator field all of them are in.',
        defaultValue: 'AutoDetectType',
      }),
      startTime: t.field({ type: 'DateTime', required: true }),
      endTime: t.field({ type: 'DateTime', required: true }),
      databases: t.stringList(),
      tables: t.stringList(),
    }),
  });
  const Summarize = builder.inputType('SummarizeQueryInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      column: t.string({ required: true }),
      sortDir: t.field({ type: shared.SortDir }),
      limit: t.int({ defaultValue: 100 }),
    }),
  });
  const Table = builder.objectRef<{ database: string; table: string }>('ExplainedTable').implement({
    auth: 'with-parent',
    fields: (t) => ({
      databaseName: t.exposeString('database'),
      name: t.exposeString('table'),
    }),
  });
  const Explanation = builder.objectRef<QueryExplanation>('QueryExplanation').implement({
    description: 'What a query text reads, as far as can be said without running it.',
    auth: 'with-parent',
    fields: (t) => ({
      sql: t.exposeString('sql', { description: 'The text with its macros written out.' }),
      tables: t.expose('tables', { type: [Table] }),
      startTime: t.expose('startTime', { type: 'DateTime', nullable: true }),
      endTime: t.expose('endTime', { type: 'DateTime', nullable: true }),
      rowLimit: t.exposeInt('rowLimit', {
        nullable: true,
        description: 'Rows given at most because the text has no limit of its own.',
      }),
      diagnostics: t.expose('diagnostics', { type: [Problem] }),
    }),
  });

  builder.queryFields((t) => ({
    explainDataLakeQuery: t.field({
      type: Explanation,
      auth: searchesAccess.search,
      args: { input: t.arg({ type: ExecuteSql, required: true }) },
      resolve: (_, { input: { sql, databaseName } }, context) =>
        context.services.searches.explain(actorOf(context), {
          sql,
          ...(databaseName == null ? {} : { databaseName }),
        }),
    }),
  }));
  builder.mutationFields((t) => ({
    executeDataLakeQuery: t.field({
      type: shared.IdOutput,
      auth: searchesAccess.search,
      description: 'Starts an SQL query.',
      args: { input: t.arg({ type: ExecuteSql, required: true }) },
      resolve: (_, { input }, context) => context.services.searches.start(actorOf(context), sqlParams(input)),
    }),
    executeIndicatorSearchQuery: t.field({
      type: shared.IdOutput,
      auth: searchesAccess.search,
      description: 'Looks for indicators in the indicator fields of all tables, or of those named.',
      args: { input: t.arg({ type: ExecuteIndicators, required: true }) },
      resolve: (_, { input }, context) =>
        context.services.searches.start(actorOf(context), indicatorParams(input)),
    }),
    summarizeDataLakeQuery: t.field({
      type: shared.IdOutput,
      auth: searchesAccess.search,
      description: 'Starts a query for the values of a column of an SQL query, and how often each is there.',
      args: { input: t.arg({ type: Summarize, required: true }) },
      resolve: (_, { input: { id, column, sortDir, limit } }, context) =>
        context.services.searches.summarize(actorOf(context), {
          id,
          column,
          ...(sortDir == null ? {} : { sortDir }),
          ...(limit == null ? {} : { limit }),
        }),
    }),
  }));
}

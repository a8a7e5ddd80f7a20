import { findLanguage } from '@margay/query';
import { MargayError } from '@margay/kit';
import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf } from '../../../api/context.ts';
import { searchesAccess } from '../access.ts';
import { csvStates, type CsvExport } from './record.ts';

/** CSV files of whole searches. */
export function csvTypes({ builder, shared }: GraphqlParts): void {
  const State = builder.enumType('CsvExportState', { values: csvStates });
  const Export = builder.objectRef<CsvExport>('CsvExport').implement({
    description: 'A CSV file of all rows of a search, made or in the making.',
    auth: searchesAccess.search,
    fields: (t) => ({
      id: t.exposeID('id'),
      queryId: t.exposeID('searchId'),
      state: t.expose('state', { type: State }),
      rowCount: t.exposeFloat('rowCount'),
      totalRows: t.exposeFloat('totalRows', { nullable: true }),
      byteCount: t.exposeFloat('byteCount'),
      isCut: t.exposeBoolean('isCut'),
      error: t.string({ nullable: true, resolve: ({ error }) => error || null }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
      url: t.string({
        nullable: true,
        description: 'Where it is, while its link works.',
        resolve: (file, _args, { services }) => services.csv.linkOf(file),
      }),
    }),
  });
  type InBand = { error: { code: string | null; message: string } | null };
  const ErrorOutput = builder.objectRef<InBand>('ErrorOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ error: t.expose('error', { type: shared.InBandError, nullable: true }) }),
  });
  const UrlOutput = builder.objectRef<InBand & { url: string | null }>('AsyncDownloadUrlOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      url: t.exposeString('url', { nullable: true }),
      error: t.expose('error', { type: shared.InBandError, nullable: true }),
    }),
  });
  const UrlInput = builder.inputType('AsyncDownloadUrlInput', {
    fields: (t) => ({ id: t.id({ required: true }), columns: t.stringList() }),
  });
  const Params = builder.inputType('CsvParamsInput', {
    fields: (t) => ({
      databases: t.stringList(),
      tables: t.stringList(),
      startTime: t.field({ type: 'DateTime' }),
      endTime: t.field({ type: 'DateTime' }),
      relativeTime: t.string(),
      sortDir: t.field({ type: shared.SortDir }),
      language: t.string({ required: true, description: 'simpleSearch, sql or pantherflow' }),
      filters: t.string(),
    }),
  });
  const StartInput = builder.inputType('StartAsyncDownloadInput', {
    fields: (t) => ({
      params: t.field({ type: Params, required: true }),
      originalQueryId: t.id({ required: true }),
      columns: t.stringList(),
    }),
  });
  type ParamsInput = typeof Params.$inferInput;

  builder.queryFields((t) => ({
    csvExports: t.field({
      description: 'CSV files of a search that the caller has asked for, the newest first.',
      type: [Export],
      auth: searchesAccess.search,
      args: { queryId: t.arg.id({ required: true }) },
      resolve: (_root, { queryId }, context) => context.services.csv.list(actorOf(context), queryId),
    }),
    getAsyncQueryDownloadUrl: t.field({
      description: 'Where the newest CSV of a search is, with these columns when they are given.',
      type: UrlOutput,
      auth: searchesAccess.search,
      args: { input: t.arg({ type: UrlInput, required: true }) },
      resolve: (_root, { input }, context) =>
        inBand(async () => ({
          url: await context.services.csv.urlOf(actorOf(context), input.id, input.columns ?? undefined),
        })).then((reply) => ({ url: null, ...reply })),
    }),
  }));
  builder.mutationFields((t) => ({
    startAsyncDownloadOfAllQueryResults: t.field({
      description: 'Orders a CSV of all rows of a search. A notification tells when it is there.',
      type: ErrorOutput,
      auth: searchesAccess.search,
      args: { input: t.arg({ type: StartInput, required: true }) },
      resolve: (_root, { input }, context) =>
        inBand(async () => {
          await context.services.csv.start(actorOf(context), {
            originalQueryId: input.originalQueryId,
            params: paramsOf(input.params),
            ...(input.columns == null ? {} : { columns: input.columns }),
          });
          return {};
        }),
    }),
    cancelCsvExport: t.field({
      type: shared.IdOutput,
      auth: searchesAccess.search,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.csv.cancel(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
  }));

  function paramsOf(params: ParamsInput) {
    const { startTime, endTime, databases, tables, relativeTime, sortDir, filters } = params;
    return {
      language: findLanguage(params.language)?.id ?? 'simplesearch',
      ...(databases == null ? {} : { databases }),
      ...(tables == null ? {} : { tables }),
      ...(startTime == null ? {} : { startTime: startTime.toISOString() }),
      ...(endTime == null ? {} : { endTime: endTime.toISOString() }),
      ...(relativeTime == null ? {} : { relativeTime }),
      ...(sortDir == null ? {} : { sortDir }),
      ...(filters == null ? {} : { filters }),
    };
  }
}

/** What a person may read goes into the answer; faults of ours stay errors. */
async function inBand<T extends object>(work: () => Promise<T>) {
  try {
    return { ...(await work()), error: null };
  } catch (thrown) {
    if (!(thrown instanceof MargayError) || thrown.kind === 'internal') throw thrown;
    return { error: { code: thrown.code, message: thrown.message } };
  }
}

import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { pageOf, pagingOf } from './graphql-inputs.ts';
import { contentObjects } from './graphql-objects.ts';
import { putQueryOf } from './put-saved-query.ts';
import type { ContentRecord } from './store.ts';

/** Helpers and data models: list, get, put, delete. */
export function contentFields(parts: GraphqlParts): void {
  const { builder, shared } = parts;
  const { DataModel, Helper, SavedQuery } = contentObjects(parts);
  savedQueryFields(parts, SavedQuery);

  const ListInput = builder.inputType('ListPageInput', {
    fields: (t) => ({
      nameContains: t.string(),
      enabled: t.boolean(),
      managed: t.boolean(),
      logTypes: t.stringList(),
      sortDir: t.field({ type: shared.SortDir, defaultValue: 'ascending' }),
      page: t.int({ defaultValue: 1 }),
      pageSize: t.int({ defaultValue: 25 }),
    }),
  });
  const ListDataModelsResponse = builder
    .objectRef<{ models: ContentRecord<'DATA_MODEL'>[]; paging: ReturnType<typeof pagingOf> }>(
      'ListDataModelsResponse',
    )
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        models: t.expose('models', { type: [DataModel] }),
        paging: t.expose('paging', { type: shared.Paging }),
      }),
    });
  const MappingInput = builder.inputType('DataModelMappingInput', {
    fields: (t) => ({ name: t.string({ required: true }), path: t.string(), method: t.string() }),
  });
  const PutDataModelInput = builder.inputType('PutDataModelInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      isNew: t.boolean({ defaultValue: false }),
      versionId: t.id(),
      displayName: t.string({ defaultValue: '' }),
      enabled: t.boolean({ required: true }),
      logTypes: t.stringList({ required: true }),
      mappings: t.field({ type: [MappingInput], required: true }),
      body: t.string(),
    }),
  });
  const PutHelperInput = builder.inputType('PutGlobalHelperInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      isNew: t.boolean({ defaultValue: false }),
      versionId: t.id(),
      description: t.string({ defaultValue: '' }),
      body: t.string({ required: true }),
      tags: t.stringList(),
    }),
  });

  builder.queryFields((t) => ({
    listGlobalHelpers: t.field({
      type: [Helper],
      auth: ['RuleRead'],
      resolve: async (_root, _args, { services }) =>
        (await services.detections.list(['GLOBAL'])).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }),
    getGlobalHelper: t.field({
      type: Helper,
      nullable: true,
      auth: ['RuleRead'],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.detections.find(id, ['GLOBAL']),
    }),
    listDataModels: t.field({
      type: ListDataModelsResponse,
      auth: ['RuleRead'],
      args: { input: t.arg({ type: ListInput }) },
      resolve: async (_root, { input }, { services }) => {
        const page = pageOf(input);
        const { records, total } = await services.detections.page({
          kinds: ['DATA_MODEL'],
          ...(input?.nameContains ? { nameContains: input.nameContains } : {}),
          ...(input?.enabled == null ? {} : { enabled: input.enabled }),
          ...(input?.managed == null ? {} : { managed: input.managed }),
          ...(input?.logTypes ? { logTypes: input.logTypes } : {}),
          sortBy: 'displayName',
          sortDir: input?.sortDir ?? 'ascending',
          ...page,
        });
        return { models: records, paging: pagingOf(page, total) };
      },
    }),
    getDataModel: t.field({
      type: DataModel,
      nullable: true,
      auth: ['RuleRead'],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.detections.find(id, ['DATA_MODEL']),
    }),
  }));

  builder.mutationFields((t) => ({
    putGlobalHelper: t.field({
      type: Helper,
      auth: ['RuleModify'],
      args: { input: t.arg({ type: PutHelperInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.detections.put(actorOf(context), {
          kind: 'GLOBAL',
          id: input.id,
          isNew: input.isNew ?? false,
          enabled: true,
          versionId: input.versionId ?? undefined,
          definition: { description: input.description ?? '', body: input.body, tags: input.tags ?? [] },
        }),
    }),
    deleteGlobalHelpers: t.field({
      type: shared.IdsOutput,
      auth: ['RuleModify'],
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.delete(actorOf(context), ['GLOBAL'], input.ids),
      }),
    }),
    putDataModel: t.field({
      type: DataModel,
      auth: ['RuleModify'],
      args: { input: t.arg({ type: PutDataModelInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.detections.put(actorOf(context), {
          kind: 'DATA_MODEL',
          id: input.id,
          isNew: input.isNew ?? false,
          enabled: input.enabled,
          versionId: input.versionId ?? undefined,
          definition: {
            displayName: input.displayName || input.id,
            logTypes: input.logTypes,
            ...(input.body ? { body: input.body } : {}),
            mappings: input.mappings.map(({ name, path, method }) => ({
              name,
              ...(path ? { path } : {}),
              ...(method ? { method } : {}),
            })),
          },
        }),
    }),
    deleteDataModels: t.field({
      type: shared.IdsOutput,
      auth: ['RuleModify'],
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.delete(actorOf(context), ['DATA_MODEL'], input.ids),
      }),
    }),
  }));
}

type SavedQueryRef = ReturnType<typeof contentObjects>['SavedQuery'];

/** Saved queries, scheduled or not. The name of a query is its id: scheduled rules refer to it. */
function savedQueryFields({ builder, shared }: GraphqlParts, SavedQuery: SavedQueryRef): void {
  const Edge = builder.objectRef<{ node: ContentRecord<'SAVED_QUERY'> }>('SavedQueryEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.expose('node', { type: SavedQuery }) }),
  });
  interface Connection {
    edges: { node: ContentRecord<'SAVED_QUERY'> }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
    totalItems: number;
  }
  const SavedQueriesOutput = builder.objectRef<Connection>('SavedQueriesOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      edges: t.expose('edges', { type: [Edge] }),
      pageInfo: t.expose('pageInfo', { type: shared.PageInfo }),
      totalItems: t.exposeInt('totalItems'),
    }),
  });
  const SavedQueriesInput = builder.inputType('SavedQueriesInput', {
    fields: (t) => ({
      contains: t.string(),
      tags: t.stringList(),
      isScheduled: t.boolean(),
      isActive: t.boolean({ description: 'True: scheduled and enabled.' }),
      sortDir: t.field({ type: shared.SortDir, defaultValue: 'ascending' }),
      cursor: t.string(),
      pageSize: t.int({ defaultValue: 25 }),
    }),
  });
  const ScheduleInput = builder.inputType('QueryScheduleInput', {
    fields: (t) => ({
      rateMinutes: t.int(),
      cron: t.string(),
      timeoutMinutes: t.int({ required: true }),
      disabled: t.boolean({ required: true }),
    }),
  });
  const PutSavedQueryInput = builder.inputType('PutSavedQueryInput', {
    fields: (t) => ({
      id: t.id({ description: 'Of the query to change; left out for a new one.' }),
      versionId: t.id(),
      name: t.string({ required: true }),
      description: t.string(),
      tags: t.stringList(),
      sqlQuery: t.string(),
      queryKind: t.string({ description: 'sql, pantherflow or simplesearch' }),
      simpleSearchQueryFilter: t.string(),
      query: t.string(),
      startTime: t.string(),
      endTime: t.string(),
      databases: t.stringList(),
      tables: t.stringList(),
      limit: t.int(),
      relativeTime: t.string(),
      relativeNumberVal: t.int(),
      relativeTimeUnit: t.string(),
      sortDirection: t.field({ type: shared.SortDir }),
      schedule: t.field({ type: ScheduleInput }),
    }),
  });
  const SavedQueryOutput = builder
    .objectRef<{ savedQuery: ContentRecord<'SAVED_QUERY'> }>('SavedQueryOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({ savedQuery: t.expose('savedQuery', { type: SavedQuery }) }),
    });

  builder.queryFields((t) => ({
    savedQueries: t.field({
      type: SavedQueriesOutput,
      auth: ['DataAnalyticsRead'],
      args: { input: t.arg({ type: SavedQueriesInput }) },
      resolve: async (_root, { input }, { services }) => {
        const { page, pageSize } = pageOf({
          page: Number(input?.cursor) || 1,
          pageSize: input?.pageSize ?? 25,
        });
        const isScheduled = input?.isActive === true ? true : (input?.isScheduled ?? undefined);
        const { records, total } = await services.detections.page({
          kinds: ['SAVED_QUERY'],
          ...(input?.contains ? { nameContains: input.contains } : {}),
          ...(input?.tags ? { tags: input.tags } : {}),
          ...(isScheduled === undefined ? {} : { isScheduled }),
          ...(input?.isActive === true ? { enabled: true } : {}),
          sortBy: 'id',
          sortDir: input?.sortDir ?? 'ascending',
          page,
          pageSize,
        });
        const hasNextPage = page * pageSize < total;
        return {
          edges: records.map((node) => ({ node })),
          pageInfo: { hasNextPage, endCursor: hasNextPage ? String(page + 1) : null },
          totalItems: total,
        };
      },
    }),
    savedQuery: t.field({
      type: SavedQuery,
      nullable: true,
      auth: ['DataAnalyticsRead'],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.detections.find(id, ['SAVED_QUERY']),
    }),
  }));
  builder.mutationFields((t) => ({
    putSavedQuery: t.field({
      type: SavedQueryOutput,
      auth: ['DataAnalyticsModify'],
      args: { input: t.arg({ type: PutSavedQueryInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { detections } = context.services;
        const before = input.id ? await detections.find(input.id, ['SAVED_QUERY']) : undefined;
        return { savedQuery: await detections.put(actorOf(context), putQueryOf(input, before)) };
      },
    }),
    deleteSavedQueries: t.field({
      type: shared.IdsOutput,
      auth: ['DataAnalyticsModify'],
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.delete(actorOf(context), ['SAVED_QUERY'], input.ids),
      }),
    }),
  }));
}

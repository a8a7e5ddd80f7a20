import { languageOfText } from '@margay/query';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { detectionsAccess } from './access.ts';
import { pageOf } from './graphql-inputs.ts';
import type { SavedQueryDefinition } from './kinds/saved-query.ts';
import { putQueryOf } from './put-saved-query.ts';
import type { ContentRecord } from './store.ts';

/** Alphabetical, last accessed, last created, last updated; each name of the API and of a column. */
const sortColumns = {
  name: 'id',
  lastAccessedAt: 'lastAccessedAt',
  createdAt: 'createdAt',
  updatedAt: 'lastModified',
} as const;
const savedQuerySorts = Object.keys(sortColumns) as (keyof typeof sortColumns)[]; // its own keys

/** Saved queries, scheduled or not. The name of a query is its id: scheduled rules refer to it. */
export function savedQueryFields(parts: GraphqlParts) {
  const { builder, shared } = parts;
  const SavedQuery = savedQueryObject(parts);
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
  const Sort = builder.enumType('SavedQueriesSort', { values: savedQuerySorts });
  const SavedQueriesInput = builder.inputType('SavedQueriesInput', {
    fields: (t) => ({
      contains: t.string({ description: 'In the name, the description or the text.' }),
      tags: t.stringList(),
      isScheduled: t.boolean(),
      isActive: t.boolean({ description: 'True: scheduled and enabled. False: scheduled and disabled.' }),
      updatedAfter: t.field({ type: 'DateTime' }),
      updatedBefore: t.field({ type: 'DateTime' }),
      sortBy: t.field({ type: Sort, defaultValue: 'name' }),
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
      queryCookie: t.string(),
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
      auth: detectionsAccess.readSavedQueries,
      args: { input: t.arg({ type: SavedQueriesInput }) },
      resolve: async (_root, { input }, { services }) => {
        const { page, pageSize } = pageOf({
          page: Number(input?.cursor) || 1,
          pageSize: input?.pageSize ?? 25,
        });
        const { isActive, updatedAfter, updatedBefore } = input ?? {};
        const isScheduled = isActive == null ? (input?.isScheduled ?? undefined) : true;
        const { records, total } = await services.detections.page({
          kinds: ['SAVED_QUERY'],
          ...(input?.contains ? { queryContains: input.contains } : {}),
          ...(input?.tags ? { tags: input.tags } : {}),
          ...(isScheduled === undefined ? {} : { isScheduled }),
          ...(isActive == null ? {} : { enabled: isActive }),
          ...(updatedAfter == null ? {} : { modifiedFrom: updatedAfter }),
          ...(updatedBefore == null ? {} : { modifiedUntil: updatedBefore }),
          sortBy: sortColumns[input?.sortBy ?? 'name'],
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
      auth: detectionsAccess.readSavedQueries,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.detections.openSavedQuery(id),
    }),
  }));
  builder.mutationFields((t) => ({
    putSavedQuery: t.field({
      type: SavedQueryOutput,
      auth: detectionsAccess.modifySavedQueries,
      args: { input: t.arg({ type: PutSavedQueryInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { detections } = context.services;
        const before = input.id ? await detections.find(input.id, ['SAVED_QUERY']) : undefined;
        return { savedQuery: await detections.put(actorOf(context), putQueryOf(input, before)) };
      },
    }),
    deleteSavedQueries: t.field({
      type: shared.IdsOutput,
      auth: detectionsAccess.modifySavedQueries,
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.delete(actorOf(context), ['SAVED_QUERY'], input.ids),
      }),
    }),
  }));
  return { SavedQuery };
}

function savedQueryObject({ builder, shared }: GraphqlParts) {
  type Schedule = NonNullable<SavedQueryDefinition['schedule']> & {
    query: ContentRecord<'SAVED_QUERY'>;
  };
  const QuerySchedule = builder.objectRef<Schedule>('QuerySchedule').implement({
    auth: 'with-parent',
    fields: (t) => ({
      rateMinutes: t.exposeInt('rateMinutes', { nullable: true }),
      cron: t.exposeString('cron', { nullable: true }),
      timeoutMinutes: t.exposeInt('timeoutMinutes'),
      disabled: t.boolean({ resolve: ({ query }) => !query.enabled }),
      nextRunAt: t.field({
        type: 'DateTime',
        nullable: true,
        resolve: ({ query }, _args, { services }) => services.scheduledQueries.nextRunAt(query),
      }),
    }),
  });
  const kindOfQuery = ({ definition }: ContentRecord<'SAVED_QUERY'>) =>
    definition.text === '' ? 'simplesearch' : languageOfText(definition.text).id;
  const SavedQuery = builder.objectRef<ContentRecord<'SAVED_QUERY'>>('SavedQuery').implement({
    auth: detectionsAccess.readSavedQueries,
    fields: (t) => ({
      id: t.exposeID('id'),
      versionId: t.exposeID('versionId'),
      name: t.exposeString('id'),
      description: t.string({ resolve: ({ definition }) => definition.description }),
      tags: t.exposeStringList('tags'),
      queryKind: t.string({ description: 'sql, pantherflow or simplesearch', resolve: kindOfQuery }),
      sqlQuery: t.string({
        nullable: true,
        resolve: (query) => (kindOfQuery(query) === 'sql' ? query.definition.text : null),
      }),
      query: t.string({
        nullable: true,
        description: 'PantherFlow; where it is present that language is used.',
        resolve: (query) => (kindOfQuery(query) === 'pantherflow' ? query.definition.text : null),
      }),
      queryCookie: t.string({
        nullable: true,
        description: 'What the console keeps with the query: the search in its first form.',
        resolve: ({ definition }) => definition.form?.queryCookie ?? null,
      }),
      simpleSearchQueryFilter: t.string({
        nullable: true,
        resolve: ({ definition }) => definition.form?.simpleSearchQueryFilter ?? null,
      }),
      startTime: t.string({
        nullable: true,
        resolve: ({ definition }) => definition.form?.startTime ?? null,
      }),
      endTime: t.string({ nullable: true, resolve: ({ definition }) => definition.form?.endTime ?? null }),
      databases: t.stringList({ resolve: ({ definition }) => definition.form?.databases ?? [] }),
      tables: t.stringList({ resolve: ({ definition }) => definition.form?.tables ?? [] }),
      limit: t.int({ nullable: true, resolve: ({ definition }) => definition.form?.limit ?? null }),
      relativeTime: t.string({
        nullable: true,
        resolve: ({ definition }) => definition.form?.relativeTime ?? null,
      }),
      relativeNumberVal: t.int({
        nullable: true,
        resolve: ({ definition }) => definition.form?.relativeNumberVal ?? null,
      }),
      relativeTimeUnit: t.string({
        nullable: true,
        resolve: ({ definition }) => definition.form?.relativeTimeUnit ?? null,
      }),
      sortDirection: t.field({
        type: shared.SortDir,
        nullable: true,
        resolve: ({ definition }) => definition.form?.sortDirection ?? null,
      }),
      schedule: t.field({
        type: QuerySchedule,
        nullable: true,
        resolve: (query) =>
          query.definition.schedule === undefined ? null : { ...query.definition.schedule, query },
      }),
      managed: t.exposeBoolean('managed'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
      lastAccessedAt: t.expose('lastAccessedAt', { type: 'DateTime', nullable: true }),
      updatedAt: t.expose('lastModified', { type: 'DateTime' }),
      updatedBy: t.exposeString('lastModifiedBy', { nullable: true }),
    }),
  });
  return SavedQuery;
}

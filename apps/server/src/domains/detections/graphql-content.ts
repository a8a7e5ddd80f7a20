import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf, type RequestContext } from '../../api/context.ts';
import { detectionsAccess } from './access.ts';
import type { DataModelPreview, MappingPreview } from './data-model-preview.ts';
import { pageOf, pagingOf } from './graphql-inputs.ts';
import { helperUsers } from './helper-users.ts';
import type { ContentRecord } from './store.ts';
import { assertMappings, mayUse } from './writing.ts';

/** Helpers and data models: list, get, put, delete. */
export function contentFields(parts: GraphqlParts): void {
  const { builder, shared } = parts;
  const { DataModel, Helper } = contentObjects(parts);

  const SortBy = builder.enumType('ListPageSortBy', {
    values: ['displayName', 'enabled', 'id', 'lastModified'] as const,
  });
  const ListInput = builder.inputType('ListPageInput', {
    fields: (t) => ({
      nameContains: t.string(),
      enabled: t.boolean(),
      managed: t.boolean(),
      logTypes: t.stringList(),
      sortBy: t.field({ type: SortBy, defaultValue: 'displayName' }),
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
  const PreviewInput = builder.inputType('PreviewDataModelInput', {
    fields: (t) => ({
      id: t.id({ defaultValue: '' }),
      logTypes: t.stringList({ required: true }),
      mappings: t.field({ type: [MappingInput], required: true }),
      body: t.string(),
      event: t.string({ required: true, description: 'An event as JSON text.' }),
    }),
  });
  const MappingPreviewObject = builder.objectRef<MappingPreview>('MappingPreview').implement({
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      value: t.exposeString('value', {
        nullable: true,
        description: 'JSON text; null when the event has nothing there, or the mapping failed.',
      }),
      error: t.exposeString('error', { nullable: true }),
      traceback: t.exposeString('traceback', { nullable: true }),
    }),
  });
  const Preview = builder.objectRef<DataModelPreview>('DataModelPreview').implement({
    auth: 'with-parent',
    fields: (t) => ({
      mappings: t.expose('mappings', { type: [MappingPreviewObject] }),
      error: t.exposeString('error', {
        nullable: true,
        description: 'Why none of them could run: the body does not load.',
      }),
      line: t.exposeInt('line', { nullable: true }),
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
      auth: detectionsAccess.readRules,
      resolve: async (_root, _args, { services }) =>
        (await services.detections.list(['GLOBAL'])).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }),
    getGlobalHelper: t.field({
      type: Helper,
      nullable: true,
      auth: detectionsAccess.readRules,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.detections.find(id, ['GLOBAL']),
    }),
    listDataModels: t.field({
      type: ListDataModelsResponse,
      auth: detectionsAccess.readRules,
      args: { input: t.arg({ type: ListInput }) },
      resolve: async (_root, { input }, { services }) => {
        const page = pageOf(input);
        const { records, total } = await services.detections.page({
          kinds: ['DATA_MODEL'],
          ...(input?.nameContains ? { nameContains: input.nameContains } : {}),
          ...(input?.enabled == null ? {} : { enabled: input.enabled }),
          ...(input?.managed == null ? {} : { managed: input.managed }),
          ...(input?.logTypes ? { logTypes: input.logTypes } : {}),
          sortBy: input?.sortBy ?? 'displayName',
          sortDir: input?.sortDir ?? 'ascending',
          ...page,
        });
        return { models: records, paging: pagingOf(page, total) };
      },
    }),
    getDataModel: t.field({
      type: DataModel,
      nullable: true,
      auth: detectionsAccess.readRules,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.detections.find(id, ['DATA_MODEL']),
    }),
  }));

  builder.queryFields((t) => ({
    previewDataModel: t.field({
      description: 'Runs a data model, which need not be stored, on one event.',
      type: Preview,
      auth: detectionsAccess.readRules,
      args: { input: t.arg({ type: PreviewInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.detections.previewDataModel(actorOf(context), {
          id: input.id || 'draft',
          logTypes: input.logTypes,
          event: input.event,
          mappings: mappingsOf(input.mappings),
          ...(input.body ? { body: input.body } : {}),
        }),
    }),
  }));

  builder.mutationFields((t) => ({
    putGlobalHelper: t.field({
      type: Helper,
      auth: detectionsAccess.modifyRules,
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
      auth: detectionsAccess.modifyRules,
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.delete(actorOf(context), ['GLOBAL'], input.ids),
      }),
    }),
    putDataModel: t.field({
      type: DataModel,
      auth: detectionsAccess.modifyRules,
      args: { input: t.arg({ type: PutDataModelInput, required: true }) },
      resolve: (_root, { input }, context) => {
        assertMappings(input.id, input.logTypes, input.mappings);
        return context.services.detections.put(actorOf(context), {
          kind: 'DATA_MODEL',
          id: input.id,
          isNew: input.isNew ?? false,
          enabled: input.enabled,
          versionId: input.versionId ?? undefined,
          definition: {
            displayName: input.displayName || input.id,
            logTypes: input.logTypes,
            ...(input.body ? { body: input.body } : {}),
            mappings: mappingsOf(input.mappings),
          },
        });
      },
    }),
    deleteDataModels: t.field({
      type: shared.IdsOutput,
      auth: detectionsAccess.modifyRules,
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.delete(actorOf(context), ['DATA_MODEL'], input.ids),
      }),
    }),
  }));
}

type MappingInputs = { name: string; path?: string | null; method?: string | null }[];
const mappingsOf = (mappings: MappingInputs) =>
  mappings.map(({ name, path, method }) => ({
    name,
    ...(path ? { path } : {}),
    ...(method ? { method } : {}),
  }));

/** One look at all content answers for every helper of a request. */
const usersByRequest = new WeakMap<RequestContext, Promise<Map<string, ContentRecord[]>>>();
async function usersOf(context: RequestContext, helperId: string): Promise<ContentRecord[]> {
  let found = usersByRequest.get(context);
  if (found === undefined) {
    found = context.services.detections.list().then(helperUsers);
    usersByRequest.set(context, found);
  }
  const actor = actorOf(context);
  const users = (await found).get(helperId) ?? [];
  return users.filter(({ kind }) => mayUse(actor, 'read', kind));
}

/** The types that show helpers and data models. */
function contentObjects({ builder }: GraphqlParts) {
  const User = builder.objectRef<ContentRecord>('HelperUser').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      kind: t.exposeString('kind'),
      enabled: t.exposeBoolean('enabled'),
    }),
  });
  const Helper = builder.objectRef<ContentRecord<'GLOBAL'>>('GlobalHelper').implement({
    auth: detectionsAccess.readRules,
    fields: (t) => ({
      id: t.exposeID('id'),
      versionId: t.exposeID('versionId'),
      description: t.string({ resolve: ({ definition }) => definition.description }),
      body: t.string({ resolve: ({ definition }) => definition.body }),
      tags: t.exposeStringList('tags'),
      managed: t.exposeBoolean('managed'),
      usedBy: t.field({
        description: 'What imports it, of what the caller may read.',
        type: [User],
        resolve: ({ id }, _args, context) => usersOf(context, id),
      }),
      loadError: t.exposeString('loadError', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
      lastModified: t.expose('lastModified', { type: 'DateTime' }),
      lastModifiedBy: t.exposeString('lastModifiedBy', { nullable: true }),
    }),
  });
  const Mapping = builder
    .objectRef<{ name: string; path?: string | undefined; method?: string | undefined }>('DataModelMapping')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        name: t.exposeString('name'),
        path: t.exposeString('path', { nullable: true }),
        method: t.exposeString('method', { nullable: true }),
      }),
    });
  const DataModel = builder.objectRef<ContentRecord<'DATA_MODEL'>>('DataModel').implement({
    auth: detectionsAccess.readRules,
    fields: (t) => ({
      id: t.exposeID('id'),
      versionId: t.exposeID('versionId'),
      displayName: t.exposeString('displayName'),
      enabled: t.exposeBoolean('enabled'),
      managed: t.exposeBoolean('managed'),
      loadError: t.exposeString('loadError', {
        nullable: true,
        description: 'Why it is not used; null when it is.',
      }),
      logTypes: t.exposeStringList('logTypes'),
      mappings: t.field({ type: [Mapping], resolve: ({ definition }) => definition.mappings }),
      body: t.string({ nullable: true, resolve: ({ definition }) => definition.body ?? null }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
      lastModified: t.expose('lastModified', { type: 'DateTime' }),
      lastModifiedBy: t.exposeString('lastModifiedBy', { nullable: true }),
    }),
  });
  return { DataModel, Helper };
}

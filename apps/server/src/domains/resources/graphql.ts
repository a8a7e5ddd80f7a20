import { actorOf } from '../../api/context.ts';
import { pageOf, pagingOf } from '../detections/index.ts';
import { resourcesAccess } from './access.ts';
import { resourceObjects } from './graphql-objects.ts';
import type { ResourceParts } from './graphql-parts.ts';
import { judgingFields } from './graphql-judging.ts';
import { resourceSorts } from './store.ts';

/** The inventory: what it holds, how it is filled, and what policies say of it. */
export function resourceTypes(parts: ResourceParts): void {
  const { builder, shared } = parts;
  const objects = resourceObjects(parts);
  const { ComplianceStatus, ListResponse, Resource, Facets, UploadVerdict } = objects;
  judgingFields(parts, objects);

  const SortBy = builder.enumType('ResourcesSortBy', { values: resourceSorts });
  const ListInput = builder.inputType('ListResourcesInput', {
    fields: (t) => ({
      idContains: t.string({
        description: 'Anywhere in the id or in the attribute Name, whatever the case.',
      }),
      types: t.stringList(),
      integrationId: t.id(),
      complianceStatus: t.field({ type: ComplianceStatus }),
      deleted: t.boolean({ defaultValue: false, description: 'True: only what is deleted.' }),
      sortBy: t.field({ type: SortBy, defaultValue: 'lastModified' }),
      sortDir: t.field({ type: shared.SortDir, defaultValue: 'descending' }),
      page: t.int({ defaultValue: 1 }),
      pageSize: t.int({ defaultValue: 25 }),
    }),
  });
  const UploadInput = builder.inputType('UploadResourcesInput', {
    fields: (t) => ({
      resources: t.field({
        type: ['JSON'],
        required: true,
        description:
          'At most 1,000 objects {id, type, attributes, integrationId, integrationLabel}; the last two may be left out.',
      }),
    }),
  });

  builder.queryFields((t) => ({
    resources: t.field({
      type: ListResponse,
      auth: resourcesAccess.read,
      args: { input: t.arg({ type: ListInput }) },
      resolve: async (_root, { input }, { services }) => {
        const page = pageOf(input);
        const { records, total } = await services.resources.page({
          ...(input?.idContains ? { idContains: input.idContains } : {}),
          ...(input?.types ? { types: input.types } : {}),
          ...(input?.integrationId == null ? {} : { integrationId: input.integrationId }),
          ...(input?.complianceStatus == null ? {} : { complianceStatus: input.complianceStatus }),
          deleted: input?.deleted ?? false,
          sortBy: input?.sortBy ?? 'lastModified',
          sortDir: input?.sortDir ?? 'descending',
          ...page,
        });
        return { records, paging: pagingOf(page, total) };
      },
    }),
    resource: t.field({
      type: Resource,
      nullable: true,
      auth: resourcesAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.resources.find(id),
    }),
    resourceFacets: t.field({
      description: 'What the inventory can be filtered by.',
      type: Facets,
      auth: resourcesAccess.read,
      resolve: (_root, _args, { services }) => services.resources.facets(),
    }),
  }));

  builder.mutationFields((t) => ({
    uploadResources: t.field({
      description: 'Stores resources as they are now; policies judge those that changed in the background.',
      type: [UploadVerdict],
      auth: resourcesAccess.modify,
      args: { input: t.arg({ type: UploadInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.resources.upload(actorOf(context), input.resources),
    }),
    deleteResources: t.field({
      description: 'Marks resources as deleted; no policy judges them any more.',
      type: shared.IdsOutput,
      auth: resourcesAccess.modify,
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.resources.delete(actorOf(context), input.ids),
      }),
    }),
  }));
}

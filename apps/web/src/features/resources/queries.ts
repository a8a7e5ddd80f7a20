import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { busyPollMs, complianceKey, countsFields, idlePollMs } from '../../lib/compliance/queries.ts';
import type { ComplianceStatus } from '../../lib/compliance/status.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { Known, ResultOf } from '../../lib/graphql/gql.ts';
import type { ResourceSort } from './resource-list-search.ts';

export type Resource = Known<ResultOf<typeof fields>, { attributes: Record<string, unknown> }>;

export interface ResourceFilter {
  idContains?: string;
  types?: string[];
  integrationId?: string;
  complianceStatus?: ComplianceStatus;
  deleted?: boolean;
}

export interface ResourcePageInput extends ResourceFilter {
  sortBy: ResourceSort;
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

const fields = gql(
  `fragment ResourceFacts on Resource { id type integrationId integrationLabel complianceStatus compliance { ...ComplianceCountFacts } isBeingJudged
  deleted createdAt lastModified attributes }`,
  [countsFields],
);
const listDocument = gql(
  `query ListResources($input: ListResourcesInput!) {
  resources(input: $input) { resources { ...ResourceFacts } paging { thisPage totalPages totalItems } } }`,
  [fields],
);
const resourceDocument = gql(`query GetResource($id: ID!) { resource(id: $id) { ...ResourceFacts } }`, [
  fields,
]);
const facetsDocument = gql(`query ResourceFacets {
  resourceFacets { types { type count } integrations { id label count } }
  failing: resources(input: { complianceStatus: FAIL, pageSize: 1 }) { paging { totalItems } } }`);
const deleteDocument = gql(
  `mutation DeleteResources($input: IdsInput!) { deleteResources(input: $input) { ids } }`,
);

/** One page of the inventory. The old page stays in sight while the next one loads. */
export function useResourcePage(input: ResourcePageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'resources', input],
    queryFn: async ({ signal }) => {
      const { resources: page } = await graphql.request(listDocument, { input }, { signal });
      return { ...page, resources: page.resources as Resource[] };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.resources.some((resource) => resource.isBeingJudged) ? busyPollMs : idlePollMs,
    meta: { failure: 'panel' },
  });
}

/** One resource; a missing one is a 404, which puts the error page in place of the screen. */
export function useResource(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'resource', id],
    queryFn: async ({ signal }) => {
      const { resource } = await graphql.request(resourceDocument, { id }, { signal });
      if (resource === null)
        throw new RequestError(`Resource ${id} does not exist.`, 404, { code: 'NotFound' });
      return resource as Resource;
    },
    refetchInterval: ({ state }) => (state.data?.isBeingJudged ? busyPollMs : idlePollMs),
  });
}

export interface Facets {
  types: { type: string; count: number }[];
  integrations: { id: string; label: string; count: number }[];
  failingCount: number;
}

/** What there is to filter by, and how much of it. */
export function useFacets() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'facets'],
    queryFn: async ({ signal }): Promise<Facets> => {
      const reply = await graphql.request(facetsDocument, {}, { signal });
      return { ...reply.resourceFacets, failingCount: reply.failing.paging.totalItems };
    },
    staleTime: 10_000,
    refetchInterval: idlePollMs,
    meta: { failure: 'panel' },
  });
}

export function useDeleteResources() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) =>
      (await graphql.request(deleteDocument, { input: { ids } })).deleteResources.ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

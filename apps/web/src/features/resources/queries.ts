import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { busyPollMs, complianceKey, countsFields, idlePollMs } from '../../lib/compliance/queries.ts';
import type { ComplianceCounts, ComplianceStatus } from '../../lib/compliance/queries.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

export interface Resource {
  id: string;
  type: string;
  integrationId: string;
  integrationLabel: string;
  complianceStatus: ComplianceStatus;
  compliance: ComplianceCounts;
  isBeingJudged: boolean;
  deleted: boolean;
  createdAt: string;
  lastModified: string;
  attributes: Record<string, unknown>;
}

export const resourceSorts = ['id', 'type', 'integrationLabel', 'complianceStatus', 'lastModified'] as const;
export type ResourceSort = (typeof resourceSorts)[number];

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

interface ResourceList {
  resources: Resource[];
  paging: { thisPage: number; totalPages: number; totalItems: number };
}

const fields = `id type integrationId integrationLabel complianceStatus compliance { ${countsFields} } isBeingJudged
  deleted createdAt lastModified attributes`;
const listDocument = `query ListResources($input: ListResourcesInput!) {
  resources(input: $input) { resources { ${fields} } paging { thisPage totalPages totalItems } } }`;
const resourceDocument = `query GetResource($id: ID!) { resource(id: $id) { ${fields} } }`;
const facetsDocument = `query ResourceFacets {
  resourceFacets { types { type count } integrations { id label count } }
  failing: resources(input: { complianceStatus: FAIL, pageSize: 1 }) { paging { totalItems } } }`;
const deleteDocument = `mutation DeleteResources($input: IdsInput!) { deleteResources(input: $input) { ids } }`;

/** One page of the inventory. The old page stays in sight while the next one loads. */
export function useResourcePage(input: ResourcePageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'resources', input],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ resources: ResourceList }>(listDocument, { input }, { signal })).resources,
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
      const { resource } = await graphql.request<{ resource: Resource | null }>(
        resourceDocument,
        { id },
        { signal },
      );
      if (resource === null)
        throw new RequestError(`Resource ${id} does not exist.`, 404, { code: 'NotFound' });
      return resource;
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
      const reply = await graphql.request<{
        resourceFacets: Omit<Facets, 'failingCount'>;
        failing: { paging: { totalItems: number } };
      }>(facetsDocument, {}, { signal });
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
      (await graphql.request<{ deleteResources: { ids: string[] } }>(deleteDocument, { input: { ids } }))
        .deleteResources.ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

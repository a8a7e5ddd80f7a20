import type { Severity } from '@margay/model';
import type { BulkChange } from '../../ui/table/bulk-edit-bar.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TestRecord, UnitTest } from '../../editor/unit-tests/unit-test.ts';
import { busyPollMs, complianceKey, countsFields, idlePollMs } from '../../lib/compliance/queries.ts';
import type { ComplianceCounts, ComplianceStatus } from '../../lib/compliance/queries.ts';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

export interface KeyValues {
  key: string;
  values: string[];
}

/** A policy as the list needs it. */
export interface PolicyTeaser {
  id: string;
  versionId: string;
  displayName: string;
  enabled: boolean;
  managed: boolean;
  /** Why the runtime could not load it; null when it runs. */
  loadError: string | null;
  severity: Severity;
  resourceTypes: string[];
  tags: string[];
  /** Null while it is disabled. */
  complianceStatus: ComplianceStatus | null;
  compliance: ComplianceCounts;
  /** How far it has come with the inventory; null when it is through. */
  scan: { judgedCount: number; totalCount: number } | null;
  lastModified: string;
  lastModifiedBy: string | null;
}

export interface Policy extends PolicyTeaser {
  description: string;
  body: string;
  suppressions: string[];
  outputIds: string[];
  reference: string;
  runbook: string;
  reports: KeyValues[];
  tests: UnitTest[];
  createdAt: string;
}

/** What a save sends. */
export interface PutPolicyInput {
  id: string;
  isNew: boolean;
  versionId?: string;
  body: string;
  displayName: string;
  description: string;
  enabled: boolean;
  severity: Severity;
  resourceTypes: string[];
  suppressions: string[];
  outputIds: string[];
  reference: string;
  runbook: string;
  reports: KeyValues[];
  tags: string[];
  tests: UnitTest[];
}

export const policySorts = ['displayName', 'id', 'lastModified', 'enabled', 'severity'] as const;
export type PolicySort = (typeof policySorts)[number];

export interface PolicyFilter {
  nameContains?: string;
  enabled?: boolean;
  managed?: boolean;
  severity?: Severity[];
  resourceTypes?: string[];
  complianceStatus?: ComplianceStatus;
}

export interface PolicyPageInput extends PolicyFilter {
  sortBy: PolicySort;
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

const teaser = `id versionId displayName enabled managed loadError severity tags lastModified lastModifiedBy
  ... on Policy { resourceTypes complianceStatus compliance { ${countsFields} } scan { judgedCount totalCount } }`;
const details = `${teaser} description outputIds reference runbook reports { key values } createdAt
  ... on Policy { body suppressions tests { name expectedResult resource mocks { objectName returnValue } } }`;
const listDocument = `query ListPolicies($input: ListDetectionsInput!) {
  detections(input: $input) { detections { ${teaser} } paging { thisPage totalPages totalItems } } }`;
const policyDocument = `query GetPolicy($input: IdInput!) { policy(input: $input) { ${details} } }`;
const putDocument = `mutation PutPolicy($input: PutPolicyInput!) { putPolicy(input: $input) { ${details} } }`;
const enableDocument = `mutation SetPoliciesEnabled($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`;
const editDocument = `mutation EditPolicies($input: EditDetectionsInput!) { editDetections(input: $input) { ids } }`;
const matchingDocument = `query MatchingPolicies($input: ListDetectionsInput!) {
  detections(input: $input) { detections { id managed } paging { totalPages } } }`;
const deleteDocument = `mutation DeletePolicies($input: IdsInput!) { deleteDetections(input: $input) { ids } }`;
const testDocument = `mutation TestPolicy($input: PutRuleInput!) {
  testDetection(input: $input) { results { name result passed expectedResult actualResult error line output
    functions { name output error traceback } } } }`;
const destinationsDocument = `query PolicyDestinations { destinations { outputId displayName } }`;
const samplesDocument = `query PolicySamples($input: ListResourcesInput!) {
  resources(input: $input) { resources { id type attributes } } }`;

/** One page of policies. The old page stays in sight while the next one loads. */
export function usePolicyPage(input: PolicyPageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'policies', input],
    queryFn: async ({ signal }) =>
      (
        await graphql.request<{
          detections: { detections: PolicyTeaser[]; paging: { totalItems: number } };
        }>(listDocument, { input: { ...input, analysisTypes: ['POLICY'] } }, { signal })
      ).detections,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.detections.some(({ scan }) => scan !== null) ? busyPollMs : idlePollMs,
    meta: { failure: 'panel' },
  });
}

/** Every policy that fits a filter, beyond one page. */
export async function findMatching(graphql: GraphqlClient, filter: PolicyFilter) {
  const found: { id: string; managed: boolean }[] = [];
  for (let page = 1; ; page += 1) {
    const { detections } = await graphql.request<{
      detections: { detections: { id: string; managed: boolean }[]; paging: { totalPages: number } };
    }>(matchingDocument, {
      input: {
        ...filter,
        analysisTypes: ['POLICY'],
        sortBy: 'id',
        sortDir: 'ascending',
        page,
        pageSize: 1000,
      },
    });
    found.push(...detections.detections);
    if (page >= detections.paging.totalPages) return found;
  }
}

const policyKey = (id: string) => [complianceKey, 'policy', id];

/** One policy; a missing one is a 404, which puts the error page in place of the screen. */
export async function requestPolicy(graphql: GraphqlClient, id: string, signal?: AbortSignal) {
  const { policy } = await graphql.request<{ policy: Policy | null }>(
    policyDocument,
    { input: { id } },
    signal ? { signal } : {},
  );
  if (policy === null) throw new RequestError(`Policy ${id} does not exist.`, 404, { code: 'NotFound' });
  return policy;
}

export function usePolicy(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: policyKey(id),
    queryFn: ({ signal }) => requestPolicy(graphql, id, signal),
    refetchInterval: ({ state }) => (state.data?.scan ? busyPollMs : idlePollMs),
  });
}

function useChange<Input, Output>(
  document: string,
  variables: (input: Input) => Record<string, unknown>,
  pick: (reply: Record<string, unknown>) => Output,
) {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) =>
      pick(await graphql.request<Record<string, unknown>>(document, variables(input))),
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

export const usePutPolicy = () =>
  useChange(
    putDocument,
    (input: PutPolicyInput) => ({ input }),
    (reply) => reply['putPolicy'] as Policy,
  );
export const useSetPoliciesEnabled = () =>
  useChange(
    enableDocument,
    (input: { ids: string[]; enabled: boolean }) => ({ input }),
    (reply) => (reply['setDetectionsEnabled'] as { ids: string[] }).ids,
  );
export const useEditPolicies = () =>
  useChange(
    editDocument,
    (input: { ids: string[] } & BulkChange) => ({ input }),
    (reply) => (reply['editDetections'] as { ids: string[] }).ids,
  );
export const useDeletePolicies = () =>
  useChange(
    deleteDocument,
    (ids: string[]) => ({ input: { ids } }),
    (reply) => (reply['deleteDetections'] as { ids: string[] }).ids,
  );

/** Runs unit tests of a body that need not be stored. */
export async function requestTests(
  graphql: GraphqlClient,
  { id, severity, body, displayName, tests }: PutPolicyInput,
  signal: AbortSignal,
): Promise<TestRecord[]> {
  const input = {
    id: id || 'draft',
    analysisType: 'POLICY',
    enabled: true,
    severity,
    body,
    displayName,
    tests,
  };
  const reply = await graphql.request<{ testDetection: { results: TestRecord[] } }>(
    testDocument,
    { input },
    { signal },
  );
  return reply.testDetection.results;
}

export function useDestinations() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['policies', 'destinations'],
    queryFn: async ({ signal }) =>
      (
        await graphql.request<{ destinations: { outputId: string; displayName: string }[] }>(
          destinationsDocument,
          {},
          { signal },
        )
      ).destinations,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

export interface SampleResource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

/** Resources of the inventory that a test may start from. */
export function useSamples(types: readonly string[], isWanted: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['policies', 'samples', types],
    queryFn: async ({ signal }) => {
      const input = {
        ...(types.length === 0 ? {} : { types }),
        sortBy: 'id',
        sortDir: 'ascending',
        pageSize: 100,
      };
      return (
        await graphql.request<{ resources: { resources: SampleResource[] } }>(
          samplesDocument,
          { input },
          { signal },
        )
      ).resources.resources;
    },
    enabled: isWanted,
    staleTime: 10_000,
    meta: { failure: 'panel' },
  });
}

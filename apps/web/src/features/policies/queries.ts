import type { Severity } from '@margay/model';
import type { BulkChange } from '../../ui/table/bulk-edit-bar.tsx';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TestRecord, UnitTest } from '../../editor/unit-tests/unit-test.ts';
import { busyPollMs, complianceKey, countsFields, idlePollMs } from '../../lib/compliance/queries.ts';
import type { ComplianceStatus } from '../../lib/compliance/status.ts';
import type { Given, GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { Document, ResultOf } from '../../lib/graphql/gql.ts';
import type { PolicySort } from './policy-list-search.ts';

export type KeyValues = Policy['reports'][number];

/** A policy as the list needs it. */
export type PolicyTeaser = ResultOf<typeof teaser>;

export type Policy = ResultOf<typeof details>;

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

const teaser = gql(
  `fragment PolicyTeaser on Policy { id versionId displayName enabled managed loadError severity tags lastModified lastModifiedBy
  resourceTypes complianceStatus compliance { ...ComplianceCountFacts } scan { judgedCount totalCount } }`,
  [countsFields],
);
const details = gql(
  `fragment PolicyDetails on Policy { ...PolicyTeaser description outputIds reference runbook reports { key values } createdAt
  body suppressions tests { name expectedResult resource mocks { objectName returnValue } } }`,
  [teaser],
);
const listDocument = gql(
  `query ListPolicies($input: ListDetectionsInput!) {
  detections(input: $input) { detections { __typename ...PolicyTeaser } paging { thisPage totalPages totalItems } } }`,
  [teaser],
);
const policyDocument = gql(
  `query GetPolicy($input: IdInput!) { policy(input: $input) { ...PolicyDetails } }`,
  [details],
);
const putDocument = gql(
  `mutation PutPolicy($input: PutPolicyInput!) { putPolicy(input: $input) { ...PolicyDetails } }`,
  [details],
);
const enableDocument = gql(`mutation SetPoliciesEnabled($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`);
const editDocument = gql(
  `mutation EditPolicies($input: EditDetectionsInput!) { editDetections(input: $input) { ids } }`,
);
const matchingDocument = gql(`query MatchingPolicies($input: ListDetectionsInput!) {
  detections(input: $input) { detections { id managed } paging { totalPages } } }`);
const deleteDocument = gql(
  `mutation DeletePolicies($input: IdsInput!) { deleteDetections(input: $input) { ids } }`,
);
const testDocument = gql(`mutation TestPolicy($input: PutRuleInput!) {
  testDetection(input: $input) { results { name result passed expectedResult actualResult error line output
    functions { name output error traceback } } } }`);
const samplesDocument = gql(`query PolicySamples($input: ListResourcesInput!) {
  resources(input: $input) { resources { id type attributes } } }`);

/** One page of policies. The old page stays in sight while the next one loads. */
export function usePolicyPage(input: PolicyPageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'policies', input],
    queryFn: async ({ signal }) => {
      const variables = { input: { ...input, analysisTypes: ['POLICY'] } } as const;
      const { detections: page } = await graphql.request(listDocument, variables, { signal });
      const policies = page.detections.filter((detection) => detection.__typename === 'Policy');
      return { ...page, detections: policies };
    },
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
    const { detections } = await graphql.request(matchingDocument, {
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
  const { policy } = await graphql.request(policyDocument, { input: { id } }, signal ? { signal } : {});
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

function useChange<Input, Reply, Variables, Output>(
  document: Document<Reply, Variables>,
  variables: (input: Input) => Given<NoInfer<Variables>>,
  pick: (reply: NoInfer<Reply>) => Output,
) {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => pick(await graphql.request(document, variables(input))),
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

export const usePutPolicy = () =>
  useChange(
    putDocument,
    (input: PutPolicyInput) => ({ input }),
    (reply) => reply.putPolicy,
  );
export const useSetPoliciesEnabled = () =>
  useChange(
    enableDocument,
    (input: { ids: string[]; enabled: boolean }) => ({ input }),
    (reply) => reply.setDetectionsEnabled.ids,
  );
export const useEditPolicies = () =>
  useChange(
    editDocument,
    (input: { ids: string[] } & BulkChange) => ({ input }),
    (reply) => reply.editDetections.ids,
  );
export const useDeletePolicies = () =>
  useChange(
    deleteDocument,
    (ids: string[]) => ({ input: { ids } }),
    (reply) => reply.deleteDetections.ids,
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
  } as const;
  const reply = await graphql.request(testDocument, { input }, { signal });
  // The schema says String for a result.
  return reply.testDetection.results as TestRecord[];
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
      } as const;
      return (await graphql.request(samplesDocument, { input }, { signal })).resources
        .resources as SampleResource[];
    },
    enabled: isWanted,
    staleTime: 10_000,
    meta: { failure: 'panel' },
  });
}

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { gql } from '../graphql/gql.ts';
import type { ResultOf } from '../graphql/gql.ts';
import type { ComplianceStatus } from './status.ts';

export type StatusCounts = ComplianceCounts['active'];
/** Pairs that count, and those a suppression covers. */
export type ComplianceCounts = ResultOf<typeof countsFields>;

/** What one policy says of one resource. */
export type ComplianceItem = ComplianceList['items'][number];

export type ComplianceList = ResultOf<typeof listFields>;

export interface ComplianceInput {
  policyId?: string;
  resourceId?: string;
  status?: ComplianceStatus;
  suppressed?: boolean;
  resourceIdContains?: string;
  page: number;
  pageSize: number;
}

export const countsFields = gql(
  `fragment ComplianceCountFacts on ComplianceCounts { active { error fail pass } suppressed { error fail pass } }`,
);
const listFields =
  gql(`fragment ComplianceListFacts on ListComplianceItemsResponse { items { policyId policyName policySeverity resourceId resourceType integrationLabel status
  suppressed suppressedBy errorMessage statusSince lastUpdated } status active { error fail pass } suppressed { error fail pass }
  paging { thisPage totalPages totalItems } }`);
const documents = {
  policy: gql(
    `query ResourcesForPolicy($input: ComplianceItemsInput!) { list: resourcesForPolicy(input: $input) { ...ComplianceListFacts } }`,
    [listFields],
  ),
  resource: gql(
    `query PoliciesForResource($input: ComplianceItemsInput!) { list: policiesForResource(input: $input) { ...ComplianceListFacts } }`,
    [listFields],
  ),
};
const suppressDocument = gql(`mutation SuppressPolicies($input: SuppressPoliciesInput!) {
  suppressPolicies(input: $input) { ids } }`);
const judgeDocument = gql(
  `mutation JudgeResources($input: JudgeResourcesInput!) { judgeResources(input: $input) { ids } }`,
);

/** Everything on screen that a suppression or a judgement changes has this at the start of its key. */
export const complianceKey = 'compliance';

/** How often pages look again while policies are at work, and how often otherwise. */
export const busyPollMs = 1_500;
export const idlePollMs = 30_000;

/** Pairs of one policy or of one resource, a page at a time. */
export function useCompliance(of: 'policy' | 'resource', input: ComplianceInput, isBusy: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'pairs', of, input],
    queryFn: async ({ signal }) => (await graphql.request(documents[of], { input }, { signal })).list,
    placeholderData: keepPreviousData,
    refetchInterval: isBusy ? busyPollMs : idlePollMs,
    meta: { failure: 'panel' },
  });
}

export interface SuppressInput {
  policyIds: string[];
  resourcePatterns: string[];
  remove: boolean;
}

/** Adds or removes suppressions; pages follow at once. */
export function useSuppress() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: SuppressInput) =>
      (await graphql.request(suppressDocument, { input })).suppressPolicies.ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

/** Has policies or resources judged once more, in the background. */
export function useJudgeAgain() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: { policyIds?: string[]; resourceIds?: string[] }) =>
      (await graphql.request(judgeDocument, { input })).judgeResources.ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

import type { Severity } from '@margay/model';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../graphql/graphql-context.tsx';

export type ComplianceStatus = 'PASS' | 'FAIL' | 'ERROR';

export interface StatusCounts {
  error: number;
  fail: number;
  pass: number;
}
/** Pairs that count, and those a suppression covers. */
export interface ComplianceCounts {
  active: StatusCounts;
  suppressed: StatusCounts;
}

/** What one policy says of one resource. */
export interface ComplianceItem {
  policyId: string;
  policyName: string;
  policySeverity: Severity;
  resourceId: string;
  resourceType: string;
  integrationLabel: string;
  status: ComplianceStatus;
  suppressed: boolean;
  suppressedBy: string[];
  errorMessage: string | null;
  statusSince: string;
  lastUpdated: string;
}

export interface ComplianceList extends ComplianceCounts {
  items: ComplianceItem[];
  status: ComplianceStatus | null;
  paging: { thisPage: number; totalPages: number; totalItems: number };
}

export interface ComplianceInput {
  policyId?: string;
  resourceId?: string;
  status?: ComplianceStatus;
  suppressed?: boolean;
  resourceIdContains?: string;
  page: number;
  pageSize: number;
}

export const countsFields = 'active { error fail pass } suppressed { error fail pass }';
const listFields = `{ items { policyId policyName policySeverity resourceId resourceType integrationLabel status
  suppressed suppressedBy errorMessage statusSince lastUpdated } status ${countsFields}
  paging { thisPage totalPages totalItems } }`;
const documents = {
  policy: `query ResourcesForPolicy($input: ComplianceItemsInput!) { list: resourcesForPolicy(input: $input) ${listFields} }`,
  resource: `query PoliciesForResource($input: ComplianceItemsInput!) { list: policiesForResource(input: $input) ${listFields} }`,
};
const suppressDocument = `mutation SuppressPolicies($input: SuppressPoliciesInput!) {
  suppressPolicies(input: $input) { ids } }`;
const judgeDocument = `mutation JudgeResources($input: JudgeResourcesInput!) { judgeResources(input: $input) { ids } }`;

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
    queryFn: async ({ signal }) =>
      (await graphql.request<{ list: ComplianceList }>(documents[of], { input }, { signal })).list,
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
      (await graphql.request<{ suppressPolicies: { ids: string[] } }>(suppressDocument, { input }))
        .suppressPolicies.ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

/** Has policies or resources judged once more, in the background. */
export function useJudgeAgain() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: { policyIds?: string[]; resourceIds?: string[] }) =>
      (await graphql.request<{ judgeResources: { ids: string[] } }>(judgeDocument, { input })).judgeResources
        .ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: [complianceKey] }),
  });
}

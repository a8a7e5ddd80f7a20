import type { Severity } from '@margay/model';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { busyPollMs, complianceKey, countsFields, idlePollMs } from '../../lib/compliance/queries.ts';
import type { ComplianceCounts, ComplianceStatus } from '../../lib/compliance/queries.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { usePermission } from '../../lib/session/session-context.tsx';

export interface UnitTest {
  name: string;
  expectedResult: boolean;
  /** The resource as JSON text. */
  resource: string;
  mocks: { objectName: string; returnValue: string }[];
}

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

export interface TestRecord {
  name: string;
  result: 'PASS' | 'FAIL' | 'ERROR';
  passed: boolean;
  actualResult: boolean | null;
  /** Why the test could not run at all. */
  error: string | null;
  /** What the body printed. */
  output: string;
  functions: { name: string; output: string | null; error: string | null; traceback: string | null }[];
}

export interface Diagnostic {
  severity: string;
  message: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface VersionRecord {
  versionId: string;
  number: number;
  createdAt: string;
  createdBy: string | null;
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

const teaser = `id versionId displayName enabled managed loadError severity tags lastModified
  ... on Policy { resourceTypes complianceStatus compliance { ${countsFields} } scan { judgedCount totalCount } }`;
const details = `${teaser} description outputIds reference runbook reports { key values } createdAt
  ... on Policy { body suppressions tests { name expectedResult resource mocks { objectName returnValue } } }`;
const listDocument = `query ListPolicies($input: ListDetectionsInput!) {
  detections(input: $input) { detections { ${teaser} } paging { thisPage totalPages totalItems } } }`;
const policyDocument = `query GetPolicy($input: IdInput!) { policy(input: $input) { ${details} } }`;
const putDocument = `mutation PutPolicy($input: PutPolicyInput!) { putPolicy(input: $input) { ${details} } }`;
const enableDocument = `mutation SetPoliciesEnabled($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`;
const deleteDocument = `mutation DeletePolicies($input: IdsInput!) { deleteDetections(input: $input) { ids } }`;
const versionsDocument = `query PolicyVersions($id: ID!) {
  detectionVersions(id: $id) { versionId number createdAt createdBy } }`;
const restoreDocument = `mutation RestorePolicyVersion($input: RestoreDetectionVersionInput!) {
  restoreDetectionVersion(input: $input) { versionId } }`;
const checkDocument = `query CheckPolicyBody($body: String!) {
  checkDetectionBody(body: $body, kind: POLICY) { severity message line column endLine endColumn } }`;
const testDocument = `mutation TestPolicy($input: PutRuleInput!) {
  testDetection(input: $input) { results { name result passed actualResult error output
    functions { name output error traceback } } } }`;
const destinationsDocument = `query PolicyDestinations { destinations { outputId displayName } }`;
const peopleDocument = `query PolicyAuthors { users { id email givenName familyName } }`;
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

const policyKey = (id: string) => [complianceKey, 'policy', id];

/** One policy; a missing one is a 404, which puts the error page in place of the screen. */
export function usePolicy(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: policyKey(id),
    queryFn: async ({ signal }) => {
      const { policy } = await graphql.request<{ policy: Policy | null }>(
        policyDocument,
        { input: { id } },
        { signal },
      );
      if (policy === null) throw new RequestError(`Policy ${id} does not exist.`, 404, { code: 'NotFound' });
      return policy;
    },
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
export const useDeletePolicies = () =>
  useChange(
    deleteDocument,
    (ids: string[]) => ({ input: { ids } }),
    (reply) => (reply['deleteDetections'] as { ids: string[] }).ids,
  );
export const useRestoreVersion = () =>
  useChange(
    restoreDocument,
    (input: { id: string; versionId: string }) => ({ input }),
    (reply) => reply['restoreDetectionVersion'] as { versionId: string },
  );

/** The newest 200 versions, newest first. */
export function usePolicyVersions(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [complianceKey, 'versions', id],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ detectionVersions: VersionRecord[] }>(versionsDocument, { id }, { signal }))
        .detectionVersions,
    meta: { failure: 'panel' },
  });
}

/** Syntax errors of a body, by the real parser. The last answer stays until the next one is there. */
export function useBodyCheck(body: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['policies', 'check', body],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ checkDetectionBody: Diagnostic[] }>(checkDocument, { body }, { signal }))
        .checkDetectionBody,
    staleTime: Infinity,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}

/** Runs unit tests of a body that need not be stored. */
export function useTestPolicy() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async ({ id, severity, body, displayName, tests }: PutPolicyInput) => {
      const input = {
        id: id || 'draft',
        analysisType: 'POLICY',
        enabled: true,
        severity,
        body,
        displayName,
        tests,
      };
      const reply = await graphql.request<{ testDetection: { results: TestRecord[] } }>(testDocument, {
        input,
      });
      return reply.testDetection.results;
    },
  });
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

/** Names of people by id; empty for those who may not see people. */
export function usePeople(): ReadonlyMap<string, string> {
  const graphql = useGraphql();
  const isAllowed = usePermission(['UserRead', 'AlertRead']);
  const { data } = useQuery({
    queryKey: ['policies', 'people'],
    queryFn: async ({ signal }) => {
      const { users } = await graphql.request<{
        users: { id: string; email: string; givenName: string | null; familyName: string | null }[];
      }>(peopleDocument, {}, { signal });
      return new Map(
        users.map(({ id, email, givenName, familyName }) => [
          id,
          [givenName, familyName].filter(Boolean).join(' ') || email,
        ]),
      );
    },
    enabled: isAllowed,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
  return data ?? noPeople;
}
const noPeople: ReadonlyMap<string, string> = new Map();

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

import type { Severity } from '@margay/model';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

// What the editors of helpers and data models share with this one.
import type { TestRecord, UnitTest } from '../../editor/unit-tests/unit-test.ts';
export type { FunctionOutput, TestRecord, UnitTest } from '../../editor/unit-tests/unit-test.ts';
export { usePeople } from '../../editor/history/use-people.ts';
export { useVersions as useRuleVersions } from '../../editor/history/use-versions.ts';
export { useBodyCheck } from '../../editor/python/use-body-check.ts';
export type { Diagnostic } from '../../editor/python/use-body-check.ts';
export { useLogTypes } from '../../editor/python/use-log-types.ts';

export interface KeyValues {
  key: string;
  values: string[];
}

export type RuleKind = 'RULE' | 'SCHEDULED_RULE' | 'DERIVED_RULE';

/** A rule as the list needs it. */
export interface RuleTeaser {
  id: string;
  /** Policies are in the list as well and have pages of their own. */
  analysisType?: RuleKind | 'POLICY';
  versionId: string;
  displayName: string;
  enabled: boolean;
  managed: boolean;
  /** Why the runtime could not load it; null when it runs. */
  loadError: string | null;
  severity: Severity;
  logTypes: string[];
  outputIds: string[];
  tags: string[];
  createAlert: boolean;
  lastModified: string;
  lastModifiedBy: string | null;
  tests: { name: string }[];
  parentId?: string | null;
}

export interface Rule extends RuleTeaser {
  analysisType?: RuleKind;
  description: string;
  body: string;
  dedupPeriodMinutes: number;
  threshold: number;
  reference: string;
  runbook: string;
  reports: KeyValues[];
  summaryAttributes: string[];
  tests: UnitTest[];
  createdAt: string;
  createdBy: string | null;
  isSimpleDetection?: boolean;
  /** Logic of a simple detection, in the words of its YAML; null for Python. */
  simpleDetectionBody?: string | null;
  dynamicAlertTitle?: string | null;
  dynamicAlertContext?: string | null;
  dynamicGroupBy?: string | null;
  dynamicSeverities?: string | null;
  inlineFilters?: string | null;
  scheduledQueries?: string[];
  /** The rule a derived one takes its logic from. */
  baseDetection?: { id: string; displayName: string | null } | null;
  /** What a derived rule says otherwise than its base, by the names of the input. */
  userOverrides?: Record<string, unknown> | null;
}

/** What a save and a test run send. */
export interface PutRuleInput {
  id: string;
  isNew: boolean;
  versionId?: string;
  body: string;
  displayName: string;
  description: string;
  enabled: boolean;
  severity: Severity;
  dedupPeriodMinutes: number;
  threshold: number;
  logTypes: string[];
  outputIds: string[];
  reference: string;
  runbook: string;
  reports: KeyValues[];
  tags: string[];
  tests: UnitTest[];
  summaryAttributes: string[];
  createAlert: boolean;
  analysisType?: RuleKind;
  baseDetection?: string;
  simpleDetectionBody?: string | null;
  dynamicAlertTitle?: string | null;
  dynamicAlertContext?: string | null;
  dynamicGroupBy?: string | null;
  dynamicSeverities?: string | null;
  inlineFilters?: string | null;
  /** Of a scheduled rule. */
  scheduledQueries?: string[];
}

/** The parts of a rule that the filter panel sends; the rest stays as it is. */
export type FilterInput = Pick<
  PutRuleInput,
  'id' | 'versionId' | 'enabled' | 'severity' | 'inlineFilters'
> & {
  tests?: UnitTest[];
};

export interface Destination {
  outputId: string;
  displayName: string;
  outputType: string;
}

export const ruleSorts = ['displayName', 'id', 'lastModified', 'enabled', 'severity'] as const;
export type RuleSort = (typeof ruleSorts)[number];

export interface RuleFilter {
  analysisTypes?: readonly (RuleKind | 'POLICY')[];
  nameContains?: string;
  enabled?: boolean;
  managed?: boolean;
  severity?: Severity[];
  logTypes?: string[];
  tags?: string[];
}

export interface RulePageInput extends RuleFilter {
  sortBy: RuleSort;
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

interface Paging {
  thisPage: number;
  totalPages: number;
  totalItems: number;
}

const teaserFacts = `id versionId displayName enabled managed loadError severity logTypes outputIds tags createAlert
  lastModified lastModifiedBy analysisType parentId`;
const teaser = `${teaserFacts} tests { name }`;
const details = `${teaserFacts} description body dedupPeriodMinutes threshold reference runbook reports { key values }
  summaryAttributes createdAt createdBy isSimpleDetection simpleDetectionBody inlineFilters
  dynamicAlertTitle dynamicAlertContext dynamicGroupBy dynamicSeverities scheduledQueries
  baseDetection { id displayName } userOverrides tests { name expectedResult resource mocks { objectName returnValue } }`;
const paging = 'paging { thisPage totalPages totalItems }';

const listDocument = `query ListDetections($input: ListDetectionsInput!) {
  detections(input: $input) { detections { ${teaser} } ${paging} } }`;
const summaryDocument = `query DetectionsSummary {
  all: detections(input: { pageSize: 1000 }) { detections { tags } paging { totalItems } }
  enabled: detections(input: { enabled: true, pageSize: 1 }) { paging { totalItems } } }`;
const matchingDocument = `query MatchingDetections($input: ListDetectionsInput!) {
  detections(input: $input) { detections { id managed } ${paging} } }`;
const ruleDocument = `query GetRule($input: IdInput!) { rule(input: $input) { ${details} } }`;
const destinationsDocument = `query DetectionDestinations { destinations { outputId displayName outputType } }`;
const putDocument = `mutation PutRule($input: PutRuleInput!) { putRule(input: $input) { ${details} } }`;
const filterDocument = `mutation UpdateRule($input: PutRuleInput!) { updateRuleAndFilter(input: $input) { ${details} } }`;
const testDocument = `mutation TestDetection($input: PutRuleInput!) {
  testDetection(input: $input) { results { name result passed expectedResult actualResult error line output
    functions { name output error traceback } } } }`;
const enableDocument = `mutation SetDetectionsEnabled($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`;
const deleteDocument = `mutation DeleteDetections($input: IdsInput!) { deleteDetections(input: $input) { ids } }`;

const ruleKey = (id: string) => ['detections', 'rule', id];
const listsKey = ['detections', 'list'];

/** One page of rules. The old page stays in sight while the next one loads. */
export function useRulePage(input: RulePageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...listsKey, input],
    queryFn: async ({ signal }) =>
      (
        await graphql.request<{ detections: { detections: RuleTeaser[]; paging: Paging } }>(
          listDocument,
          { input },
          { signal },
        )
      ).detections,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}

/** How many rules there are and run, and the tags in use by the first thousand of them. */
export function useRuleSummary() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...listsKey, 'summary'],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request<{
        all: { detections: { tags: string[] }[]; paging: { totalItems: number } };
        enabled: { paging: { totalItems: number } };
      }>(summaryDocument, {}, { signal });
      return {
        total: reply.all.paging.totalItems,
        enabled: reply.enabled.paging.totalItems,
        tags: [...new Set(reply.all.detections.flatMap((rule) => rule.tags))].toSorted(),
      };
    },
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

/** Every rule that matches, beyond the page on screen, for "Select all". */
export async function findMatching(graphql: GraphqlClient, filter: RuleFilter) {
  const found: { id: string; managed: boolean }[] = [];
  for (let page = 1; ; page += 1) {
    const { detections } = await graphql.request<{
      detections: { detections: { id: string; managed: boolean }[]; paging: Paging };
    }>(matchingDocument, { input: { ...filter, sortBy: 'id', sortDir: 'ascending', page, pageSize: 1000 } });
    found.push(...detections.detections);
    if (page >= detections.paging.totalPages) return found;
  }
}

/** One rule; a missing one is a 404, which puts the error page in place of the screen. */
export async function requestRule(graphql: GraphqlClient, id: string, signal?: AbortSignal): Promise<Rule> {
  const { rule } = await graphql.request<{ rule: Rule | null }>(
    ruleDocument,
    { input: { id } },
    signal ? { signal } : {},
  );
  if (rule === null) throw new RequestError(`Detection ${id} does not exist.`, 404, { code: 'NotFound' });
  return rule;
}

export function useRule(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ruleKey(id),
    queryFn: ({ signal }) => requestRule(graphql, id, signal),
  });
}

export function useDestinations() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'destinations'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ destinations: Destination[] }>(destinationsDocument, {}, { signal }))
        .destinations,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

/** What is left out stays as it is, or comes from the base. */
type StoredInput = Partial<PutRuleInput> & Pick<PutRuleInput, 'id'>;

export async function requestPut(graphql: GraphqlClient, input: StoredInput): Promise<Rule> {
  return (await graphql.request<{ putRule: Rule }>(putDocument, { input })).putRule;
}

export function usePutRule() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: StoredInput) => requestPut(graphql, input),
    onSuccess: async (rule) => {
      cache.setQueryData(ruleKey(rule.id), rule);
      void cache.invalidateQueries({ queryKey: listsKey });
      await cache.invalidateQueries({ queryKey: ['detections', 'versions', rule.id] });
    },
  });
}

/** Stores inline filters, and perhaps one more test, of a rule that exists. */
export function useUpdateFilters() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: FilterInput) =>
      (await graphql.request<{ updateRuleAndFilter: Rule }>(filterDocument, { input })).updateRuleAndFilter,
    onSuccess(rule) {
      cache.setQueryData(ruleKey(rule.id), rule);
      void cache.invalidateQueries({ queryKey: listsKey });
      void cache.invalidateQueries({ queryKey: ['detections', 'versions', rule.id] });
    },
    meta: { failure: 'panel' },
  });
}

/** Runs unit tests of a body that need not be stored. */
export async function requestTests(
  graphql: GraphqlClient,
  input: PutRuleInput,
  signal?: AbortSignal,
): Promise<TestRecord[]> {
  const reply = await graphql.request<{ testDetection: { results: TestRecord[] } }>(
    testDocument,
    { input },
    signal ? { signal } : {},
  );
  return reply.testDetection.results;
}

export function useSetEnabled() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: { ids: string[]; enabled: boolean }) =>
      (await graphql.request<{ setDetectionsEnabled: { ids: string[] } }>(enableDocument, { input }))
        .setDetectionsEnabled.ids,
    onSuccess: async (ids, { enabled }) => {
      for (const id of ids)
        cache.setQueryData<Rule>(ruleKey(id), (before) => before && { ...before, enabled });
      await cache.invalidateQueries({ queryKey: listsKey });
    },
  });
}

const editDocument = `mutation EditDetections($input: EditDetectionsInput!) { editDetections(input: $input) { ids } }`;

/** Changes severity or tags of many detections in one go. */
export function useEditMany() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: {
      ids: string[];
      severity?: Severity;
      addTags?: string[];
      removeTags?: string[];
    }) =>
      (await graphql.request<{ editDetections: { ids: string[] } }>(editDocument, { input })).editDetections
        .ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['detections'] }),
  });
}

export function useDeleteRules() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) =>
      (await graphql.request<{ deleteDetections: { ids: string[] } }>(deleteDocument, { input: { ids } }))
        .deleteDetections.ids,
    onSuccess: (_ids) => cache.invalidateQueries({ queryKey: listsKey }),
  });
}

const scheduledQueriesDocument = `query ScheduledQueryNames { savedQueries(input: { isScheduled: true, pageSize: 100 }) {
  edges { node { id } } } }`;

/** Ids of the saved searches that run on a schedule. */
export function useScheduledQueries(isAsked: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'scheduled-queries'],
    queryFn: async ({ signal }) => {
      const { savedQueries } = await graphql.request<{ savedQueries: { edges: { node: { id: string } }[] } }>(
        scheduledQueriesDocument,
        {},
        { signal },
      );
      return savedQueries.edges.map(({ node }) => node.id);
    },
    enabled: isAsked,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

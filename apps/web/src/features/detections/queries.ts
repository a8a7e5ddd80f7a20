import type { Severity } from '@margay/model';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

// What the editors of helpers and data models share with this one.
import type { TestRecord, UnitTest } from '../../editor/unit-tests/unit-test.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ListedKindId, RuleKind } from './kinds/index.ts';
import type { RuleSort, TestStateName } from './rule-list-search.ts';
import type { Known, ResultOf } from '../../lib/graphql/gql.ts';
export type { FunctionOutput, TestRecord, UnitTest } from '../../editor/unit-tests/unit-test.ts';
export { usePeople } from '../../editor/history/use-people.ts';
export { useVersions as useRuleVersions } from '../../editor/history/use-versions.ts';
export { useBodyCheck } from '../../editor/python/use-body-check.ts';
export type { Diagnostic } from '../../editor/python/use-body-check.ts';
export { useLogTypes } from '../../editor/python/use-log-types.ts';

export type KeyValues = ResultOf<typeof details>['reports'][number];

export type { RuleKind };

/** A rule as the list needs it. */
export type RuleTeaser = Known<
  ResultOf<typeof teaser> & {
    /** The line that a search in code found. */
    codeLine?: { line: number; text: string; count: number } | null;
  },
  /** Policies are in the list as well and have pages of their own. */
  { analysisType: ListedKindId }
>;

export type Rule = Known<
  ResultOf<typeof details>,
  { analysisType: RuleKind; userOverrides: Record<string, unknown> | null }
>;

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

export interface RuleFilter {
  /** In the text of the rule. */
  codeContains?: string;
  testStates?: TestStateName[];
  analysisTypes?: readonly ListedKindId[];
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

const teaserFacts =
  gql(`fragment DetectionFacts on Detection { id versionId displayName enabled managed loadError severity logTypes outputIds tags createAlert
  lastModified lastModifiedBy analysisType parentId testRun { failed total isOutdated } }`);
const teaser = gql(`fragment DetectionTeaser on Detection { ...DetectionFacts tests { name } }`, [
  teaserFacts,
]);
const details = gql(
  `fragment RuleDetails on Rule { ...DetectionFacts description body dedupPeriodMinutes threshold reference runbook reports { key values }
  summaryAttributes createdAt createdBy isSimpleDetection simpleDetectionBody inlineFilters
  dynamicAlertTitle dynamicAlertContext dynamicGroupBy dynamicSeverities scheduledQueries
  baseDetection { id displayName } userOverrides tests { name expectedResult resource mocks { objectName returnValue } } }`,
  [teaserFacts],
);

const listDocument = gql(
  `query ListDetections($input: ListDetectionsInput!, $code: String!, $inCode: Boolean!) {
  detections(input: $input) {
    detections { ...DetectionTeaser codeLine(contains: $code) @include(if: $inCode) { line text count } }
    paging { thisPage totalPages totalItems } } }`,
  [teaser],
);
const summaryDocument = gql(`query DetectionsSummary {
  all: detections(input: { pageSize: 1000 }) { detections { tags } paging { totalItems } }
  enabled: detections(input: { enabled: true, pageSize: 1 }) { paging { totalItems } }
  failing: detections(input: { testStates: [FAILING], pageSize: 1 }) { paging { totalItems } }
  untested: detections(input: { testStates: [NO_TESTS], pageSize: 1 }) { paging { totalItems } } }`);
const matchingDocument = gql(`query MatchingDetections($input: ListDetectionsInput!) {
  detections(input: $input) { detections { id managed } paging { thisPage totalPages totalItems } } }`);
const ruleDocument = gql(`query GetRule($input: IdInput!) { rule(input: $input) { ...RuleDetails } }`, [
  details,
]);
const putDocument = gql(
  `mutation PutRule($input: PutRuleInput!) { putRule(input: $input) { ...RuleDetails } }`,
  [details],
);
const filterDocument = gql(
  `mutation UpdateRule($input: PutRuleInput!) { updateRuleAndFilter(input: $input) { ...RuleDetails } }`,
  [details],
);
const testDocument = gql(`mutation TestDetection($input: PutRuleInput!) {
  testDetection(input: $input) { results { name result passed expectedResult actualResult error line output
    functions { name output error traceback } } } }`);
const enableDocument = gql(`mutation SetDetectionsEnabled($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`);
const deleteDocument = gql(
  `mutation DeleteDetections($input: IdsInput!) { deleteDetections(input: $input) { ids } }`,
);

const ruleKey = (id: string) => ['detections', 'rule', id];
const listsKey = ['detections', 'list'];

/** One page of rules. The old page stays in sight while the next one loads. */
export function useRulePage(input: RulePageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...listsKey, input],
    queryFn: async ({ signal }) => {
      const code = input.codeContains ?? '';
      const variables = { input, code, inCode: code !== '' };
      const { detections: page } = await graphql.request(listDocument, variables, { signal });
      return { ...page, detections: page.detections as RuleTeaser[] };
    },
    placeholderData: keepPreviousData,
    // What was just saved is tested a moment later.
    refetchInterval: (query) =>
      query.state.data?.detections.some(isTestingSoon) === true ? testingPollMs : false,
    meta: { failure: 'panel' },
  });
}

/** Between two looks at whether tests that are due have run. */
const testingPollMs = 3_000;

const isTestingSoon = ({ testRun, loadError }: RuleTeaser) =>
  loadError === null && (testRun === null || testRun.isOutdated);

/** How many rules there are and run, and the tags in use by the first thousand of them. */
export function useRuleSummary() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...listsKey, 'summary'],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(summaryDocument, {}, { signal });
      return {
        total: reply.all.paging.totalItems,
        enabled: reply.enabled.paging.totalItems,
        failing: reply.failing.paging.totalItems,
        untested: reply.untested.paging.totalItems,
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
    const { detections } = await graphql.request(matchingDocument, {
      input: { ...filter, sortBy: 'id', sortDir: 'ascending', page, pageSize: 1000 },
    });
    found.push(...detections.detections);
    if (page >= detections.paging.totalPages) return found;
  }
}

/** One rule; a missing one is a 404, which puts the error page in place of the screen. */
export async function requestRule(graphql: GraphqlClient, id: string, signal?: AbortSignal): Promise<Rule> {
  const { rule } = await graphql.request(ruleDocument, { input: { id } }, signal ? { signal } : {});
  if (rule === null) throw new RequestError(`Detection ${id} does not exist.`, 404, { code: 'NotFound' });
  return rule as Rule;
}

export function useRule(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ruleKey(id),
    queryFn: ({ signal }) => requestRule(graphql, id, signal),
  });
}

/** What is left out stays as it is, or comes from the base. */
export type StoredInput = Partial<PutRuleInput> & Pick<PutRuleInput, 'id' | 'enabled' | 'severity'>;

export async function requestPut(graphql: GraphqlClient, input: StoredInput): Promise<Rule> {
  return (await graphql.request(putDocument, { input })).putRule as Rule;
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
      (await graphql.request(filterDocument, { input })).updateRuleAndFilter as Rule,
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
  const reply = await graphql.request(testDocument, { input }, signal ? { signal } : {});
  // The schema says String for a result.
  return reply.testDetection.results as TestRecord[];
}

export function useSetEnabled() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: { ids: string[]; enabled: boolean }) =>
      (await graphql.request(enableDocument, { input })).setDetectionsEnabled.ids,
    onSuccess: async (ids, { enabled }) => {
      for (const id of ids)
        cache.setQueryData<Rule>(ruleKey(id), (before) => before && { ...before, enabled });
      await cache.invalidateQueries({ queryKey: listsKey });
    },
  });
}

const editDocument = gql(
  `mutation EditDetections($input: EditDetectionsInput!) { editDetections(input: $input) { ids } }`,
);

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
    }) => (await graphql.request(editDocument, { input })).editDetections.ids,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['detections'] }),
  });
}

export function useDeleteRules() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) =>
      (await graphql.request(deleteDocument, { input: { ids } })).deleteDetections.ids,
    onSuccess: (_ids) => cache.invalidateQueries({ queryKey: listsKey }),
  });
}

const scheduledQueriesDocument =
  gql(`query ScheduledQueryNames { savedQueries(input: { isScheduled: true, pageSize: 100 }) {
  edges { node { id } } } }`);

/** Ids of the saved searches that run on a schedule. */
export function useScheduledQueries(isAsked: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'scheduled-queries'],
    queryFn: async ({ signal }) => {
      const { savedQueries } = await graphql.request(scheduledQueriesDocument, {}, { signal });
      return savedQueries.edges.map(({ node }) => node.id);
    },
    enabled: isAsked,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

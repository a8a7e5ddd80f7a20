import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import type { SavedSearchFields } from '../../lib/saved-search.ts';

export type RunState = 'PENDING' | 'RUNNING' | 'JUDGING' | 'SUCCEEDED' | 'FAILED' | 'MISSED' | 'CANCELLED';

export interface SavedRun {
  id: string;
  trigger: 'SCHEDULE' | 'MANUAL';
  state: RunState;
  scheduledAt: string;
  nextAttemptAt: string | null;
  attempts: number;
  startedAt: string | null;
  completedAt: string | null;
  rowCount: number | null;
  isCut: boolean;
  bytesScanned: number;
  elapsedMs: number;
  matchCount: number | null;
  errorCount: number | null;
  error: string | null;
}

export interface Schedule {
  rateMinutes: number | null;
  cron: string | null;
  timeoutMinutes: number;
  disabled: boolean;
  nextRunAt: string | null;
}

export interface SavedSearch extends SavedSearchFields {
  id: string;
  versionId: string;
  name: string;
  description: string;
  tags: string[];
  managed: boolean;
  schedule: Schedule | null;
  /** Why it does not run although it has a schedule and is enabled. */
  notRunReason: string | null;
  lastRun: SavedRun | null;
  updatedAt: string;
}

export interface LinkedRule {
  id: string;
  displayName: string | null;
}

export const savedSearchSorts = ['name', 'lastAccessedAt', 'createdAt', 'updatedAt'] as const;
export type SavedSearchSort = (typeof savedSearchSorts)[number];

export interface SavedSearchFilter {
  contains?: string;
  tags?: string[];
  isScheduled?: boolean;
  isActive?: boolean;
  updatedAfter?: string;
}

export interface SavedSearchPageInput extends SavedSearchFilter {
  sortBy: SavedSearchSort;
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

export interface PutSavedSearch extends SavedSearchFields {
  /** Of the one to change; left out for a new one. */
  id?: string;
  versionId?: string;
  name: string;
  description: string;
  tags: string[];
  schedule: Omit<Schedule, 'nextRunAt'> | null;
}

const runFields = `id trigger state scheduledAt nextAttemptAt attempts startedAt completedAt rowCount isCut bytesScanned
  elapsedMs matchCount errorCount error`;
const savedFields = `id versionId name description tags queryKind sqlQuery query simpleSearchQueryFilter queryCookie startTime endTime
  databases tables limit relativeTime relativeNumberVal relativeTimeUnit sortDirection managed notRunReason updatedAt
  schedule { rateMinutes cron timeoutMinutes disabled nextRunAt } lastRun { ${runFields} }`;
const listDocument = `query SavedSearches($input: SavedQueriesInput) { savedQueries(input: $input) {
  totalItems edges { node { ${savedFields} } } } }`;
const oneDocument = `query SavedSearch($id: ID!) { savedQuery(id: $id) { ${savedFields} } }`;
const rulesDocument = `query RulesOfSavedSearch($id: ID!) { savedQuery(id: $id) { scheduledRules { id displayName } } }`;
const runsDocument = `query RunsOfSavedSearch($input: SavedQueryRunsInput!) { savedQueryRuns(input: $input) {
  edges { node { ${runFields} } } pageInfo { hasNextPage endCursor } } }`;
const previewDocument = `query SchedulePreview($cron: String, $rateMinutes: Int) {
  schedulePreview(cron: $cron, rateMinutes: $rateMinutes) { times error } }`;
const putDocument = `mutation PutSavedSearch($input: PutSavedQueryInput!) {
  putSavedQuery(input: $input) { savedQuery { ${savedFields} } } }`;
const deleteDocument = `mutation DeleteSavedSearches($input: IdsInput!) { deleteSavedQueries(input: $input) { ids } }`;
const runDocument = `mutation RunSavedSearch($input: IdInput!) { runSavedQuery(input: $input) { id } }`;
const enableDocument = `mutation SwitchSavedSearches($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`;

export const savedSearchKey = ['saved-searches'] as const;
const panel = { meta: { failure: 'panel' } } as const;

/** How often a list looks again for what the clock did. */
const refetchMs = 30_000;

export function useSavedSearchPage({ page, ...input }: SavedSearchPageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...savedSearchKey, 'page', page, input],
    queryFn: async ({ signal }) => {
      const { savedQueries } = await graphql.request<{
        savedQueries: { totalItems: number; edges: { node: SavedSearch }[] };
      }>(listDocument, { input: { ...input, cursor: String(page) } }, { signal });
      return { total: savedQueries.totalItems, searches: savedQueries.edges.map((edge) => edge.node) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
    ...panel,
  });
}

/** How many fit a filter. */
export function useSavedSearchCount(filter: SavedSearchFilter) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...savedSearchKey, 'count', filter],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request<{ savedQueries: { totalItems: number } }>(
        'query SavedSearchCount($input: SavedQueriesInput) { savedQueries(input: $input) { totalItems } }',
        { input: { ...filter, pageSize: 1 } },
        { signal },
      );
      return reply.savedQueries.totalItems;
    },
    ...panel,
  });
}

export async function readSavedSearch(
  graphql: GraphqlClient,
  id: string,
  signal?: AbortSignal,
): Promise<SavedSearch | null> {
  const reply = await graphql.request<{ savedQuery: SavedSearch | null }>(
    oneDocument,
    { id },
    signal ? { signal } : {},
  );
  return reply.savedQuery;
}

export function useSavedSearch(id: string | undefined) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...savedSearchKey, 'one', id],
    queryFn: ({ signal }) => readSavedSearch(graphql, id ?? '', signal),
    enabled: id !== undefined,
    ...panel,
  });
}

/** Scheduled rules that judge the rows of a saved search. */
export async function readLinkedRules(graphql: GraphqlClient, id: string): Promise<LinkedRule[]> {
  const reply = await graphql.request<{ savedQuery: { scheduledRules: LinkedRule[] } | null }>(
    rulesDocument,
    {
      id,
    },
  );
  return reply.savedQuery?.scheduledRules ?? [];
}

export function useLinkedRules(id: string | undefined, isEnabled: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...savedSearchKey, 'rules', id],
    queryFn: () => readLinkedRules(graphql, id ?? ''),
    enabled: isEnabled && id !== undefined,
    ...panel,
  });
}

const runningStates: readonly RunState[] = ['PENDING', 'RUNNING', 'JUDGING'];
export const isRunning = ({ state }: SavedRun) => runningStates.includes(state);

/** The newest runs; asked for again while one of them runs. */
export function useRuns(id: string | undefined, count: number) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...savedSearchKey, 'runs', id, count],
    queryFn: async ({ signal }) => {
      const { savedQueryRuns } = await graphql.request<{
        savedQueryRuns: { edges: { node: SavedRun }[]; pageInfo: { hasNextPage: boolean } };
      }>(runsDocument, { input: { id, pageSize: count } }, { signal });
      return {
        runs: savedQueryRuns.edges.map((edge) => edge.node),
        hasMore: savedQueryRuns.pageInfo.hasNextPage,
      };
    },
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.runs.some(isRunning) ? 1_500 : refetchMs),
    ...panel,
  });
}

/** When a schedule would run next, or what is wrong with it. */
export function useSchedulePreview(schedule: { cron?: string; rateMinutes?: number } | undefined) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...savedSearchKey, 'preview', schedule],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request<{ schedulePreview: { times: string[]; error: string | null } }>(
        previewDocument,
        { ...schedule },
        { signal },
      );
      return reply.schedulePreview;
    },
    enabled: schedule !== undefined,
    placeholderData: keepPreviousData,
    ...panel,
  });
}

function useSavedSearchMutation<Input>(document: string) {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => graphql.request(document, { input }),
    onSettled: () => client.invalidateQueries({ queryKey: savedSearchKey }),
  });
}

export const useDeleteSavedSearches = () => useSavedSearchMutation<{ ids: string[] }>(deleteDocument);
export const useSwitchSavedSearches = () =>
  useSavedSearchMutation<{ ids: string[]; enabled: boolean }>(enableDocument);

export function useRunSavedSearch() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const reply = await graphql.request<{ runSavedQuery: { id: string } }>(runDocument, { input: { id } });
      return reply.runSavedQuery.id;
    },
    onSettled: () => client.invalidateQueries({ queryKey: savedSearchKey }),
  });
}

export function usePutSavedSearch() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: PutSavedSearch) => {
      const reply = await graphql.request<{ putSavedQuery: { savedQuery: SavedSearch } }>(putDocument, {
        input,
      });
      return reply.putSavedQuery.savedQuery;
    },
    onSettled: () => client.invalidateQueries({ queryKey: savedSearchKey }),
  });
}

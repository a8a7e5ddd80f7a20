import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Given, GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import type { QueryKind, SavedSearchFields } from '../../lib/saved-search.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { Document, Known, ResultOf } from '../../lib/graphql/gql.ts';
import type { SavedSearchSort } from './list-search.ts';

export type RunState = 'PENDING' | 'RUNNING' | 'JUDGING' | 'SUCCEEDED' | 'FAILED' | 'MISSED' | 'CANCELLED';

export type SavedRun = ResultOf<typeof runFields>;

export type Schedule = NonNullable<SavedSearch['schedule']>;

export type SavedSearch = Known<ResultOf<typeof savedFields>, { queryKind: QueryKind }>;

export type LinkedRule = NonNullable<ResultOf<typeof rulesDocument>['savedQuery']>['scheduledRules'][number];

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

const runFields =
  gql(`fragment SavedSearchRun on SavedQueryRun { id trigger state scheduledAt nextAttemptAt attempts startedAt completedAt rowCount isCut bytesScanned
  elapsedMs matchCount errorCount error }`);
const savedFields = gql(
  `fragment SavedSearchFacts on SavedQuery { id versionId name description tags queryKind sqlQuery query simpleSearchQueryFilter queryCookie startTime endTime
  databases tables limit relativeTime relativeNumberVal relativeTimeUnit sortDirection managed notRunReason updatedAt
  schedule { rateMinutes cron timeoutMinutes disabled nextRunAt } lastRun { ...SavedSearchRun } }`,
  [runFields],
);
const listDocument = gql(
  `query SavedSearches($input: SavedQueriesInput) { savedQueries(input: $input) {
  totalItems edges { node { ...SavedSearchFacts } } } }`,
  [savedFields],
);
const oneDocument = gql(`query SavedSearch($id: ID!) { savedQuery(id: $id) { ...SavedSearchFacts } }`, [
  savedFields,
]);
const rulesDocument = gql(
  `query RulesOfSavedSearch($id: ID!) { savedQuery(id: $id) { scheduledRules { id displayName } } }`,
);
const runsDocument = gql(
  `query RunsOfSavedSearch($input: SavedQueryRunsInput!) { savedQueryRuns(input: $input) {
  edges { node { ...SavedSearchRun } } pageInfo { hasNextPage endCursor } } }`,
  [runFields],
);
const previewDocument = gql(`query SchedulePreview($cron: String, $rateMinutes: Int) {
  schedulePreview(cron: $cron, rateMinutes: $rateMinutes) { times error } }`);
const putDocument = gql(
  `mutation PutSavedSearch($input: PutSavedQueryInput!) {
  putSavedQuery(input: $input) { savedQuery { ...SavedSearchFacts } } }`,
  [savedFields],
);
const deleteDocument = gql(
  `mutation DeleteSavedSearches($input: IdsInput!) { deleteSavedQueries(input: $input) { ids } }`,
);
const runDocument = gql(`mutation RunSavedSearch($input: IdInput!) { runSavedQuery(input: $input) { id } }`);
const enableDocument = gql(`mutation SwitchSavedSearches($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`);

export const savedSearchKey = ['saved-searches'] as const;
const panel = { meta: { failure: 'panel' } } as const;

/** How often a list looks again for what the clock did. */
const refetchMs = 30_000;

export function useSavedSearchPage({ page, ...input }: SavedSearchPageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...savedSearchKey, 'page', page, input],
    queryFn: async ({ signal }) => {
      const { savedQueries } = await graphql.request(
        listDocument,
        { input: { ...input, cursor: String(page) } },
        { signal },
      );
      return {
        total: savedQueries.totalItems,
        searches: savedQueries.edges.map((edge) => edge.node as SavedSearch),
      };
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
      const reply = await graphql.request(
        gql(
          `query SavedSearchCount($input: SavedQueriesInput) { savedQueries(input: $input) { totalItems } }`,
        ),
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
  const reply = await graphql.request(oneDocument, { id }, signal ? { signal } : {});
  return reply.savedQuery as SavedSearch | null;
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
  const reply = await graphql.request(rulesDocument, {
    id,
  });
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
      const { savedQueryRuns } = await graphql.request(
        runsDocument,
        { input: { id: id ?? '', pageSize: count } },
        { signal },
      );
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
      const reply = await graphql.request(previewDocument, { ...schedule }, { signal });
      return reply.schedulePreview;
    },
    enabled: schedule !== undefined,
    placeholderData: keepPreviousData,
    ...panel,
  });
}

function useSavedSearchMutation<Reply, Input>(document: Document<Reply, { input: Input }>) {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Given<Input>) => graphql.request<Reply, { input: Input }>(document, { input }),
    onSettled: () => client.invalidateQueries({ queryKey: savedSearchKey }),
  });
}

export const useDeleteSavedSearches = () => useSavedSearchMutation(deleteDocument);
export const useSwitchSavedSearches = () => useSavedSearchMutation(enableDocument);

export function useRunSavedSearch() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const reply = await graphql.request(runDocument, { input: { id } });
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
      const reply = await graphql.request(putDocument, {
        input,
      });
      return reply.putSavedQuery.savedQuery as SavedSearch;
    },
    onSettled: () => client.invalidateQueries({ queryKey: savedSearchKey }),
  });
}

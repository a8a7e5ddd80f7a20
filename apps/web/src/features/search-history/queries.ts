import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';
import type { Known, ResultOf } from '../../lib/graphql/gql.ts';
import type { SearchKind, SearchStatus } from './history-search.ts';

export type HistoryEntry = Known<
  ResultOf<typeof historyDocument>['dataLakeQueries']['edges'][number]['node'],
  { kind: SearchKind }
>;

/** The schema says String for the kind of a search. */
type HistoryPage = Known<
  ResultOf<typeof historyDocument>['dataLakeQueries'],
  { edges: { node: HistoryEntry }[] }
>;

export interface HistoryFilter {
  contains?: string;
  status?: SearchStatus[];
  kinds?: SearchKind[];
  issuedBy?: string[];
  startedAtAfter?: string;
  sortDir: 'ascending' | 'descending';
}

const historyDocument =
  gql(`query SearchHistory($input: DataLakeQueriesInput) { dataLakeQueries(input: $input) {
  edges { node { id name status kind message sql params startedAt completedAt issuedBy { id name kind }
    progress { readRows readBytes totalRows elapsedMs } stats { bytesScanned executionTime rowCount } } }
  pageInfo { hasNextPage endCursor } } }`);
const cancelDocument = gql(
  `mutation CancelSearch($input: IdInput!) { cancelDataLakeQuery(input: $input) { id } }`,
);

export const historyKey = ['search-history'] as const;
const pageSize = 50;
const runningPollMs = 1_500;
const restPollMs = 30_000;

/** Searches of the past 30 days, page after page; looked at again often while one of them runs. */
export function useHistory(filter: HistoryFilter) {
  const graphql = useGraphql();
  return useInfiniteQuery({
    queryKey: [...historyKey, filter],
    queryFn: async ({ pageParam, signal }) => {
      const reply = await graphql.request(
        historyDocument,
        { input: { ...filter, pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      );
      return reply.dataLakeQueries as HistoryPage;
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.pageInfo.endCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      const pages = query.state.data?.pages ?? [];
      // Far down the list the first page would be read again with all that follow.
      if (pages.length > 2) return false;
      const runs = pages.some((page) => page.edges.some(({ node }) => node.status === 'running'));
      return runs ? runningPollMs : restPollMs;
    },
    meta: { failure: 'panel' },
  });
}

export function useCancelSearch() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => graphql.request(cancelDocument, { input: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: historyKey }),
  });
}

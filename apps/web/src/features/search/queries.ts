import { useQuery } from '@tanstack/react-query';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import type { SortDirection } from '../../lib/data-lake/queries.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

/** What a search asks for, as the server takes it. Times are ISO texts in UTC. */
export interface SearchParams {
  language: 'simplesearch' | 'pantherflow' | 'sql';
  filters: string;
  databases?: string[];
  tables?: string[];
  startTime?: string;
  endTime?: string;
  relativeTime?: string;
  limit: number;
  sortDir: SortDirection;
  /** A search whose columns and charts the new one takes over. */
  copyUserConfigQueryId?: string;
}

export type SearchRecord = ResultOf<typeof historyDocument>['dataLakeQueries']['edges'][number]['node'];

const executeDocument = gql(`mutation RunUberSearch($input: ExecuteUberSearchInput!) {
  executeUberSearch(input: $input) { queryID annotations { visualize } } }`);
const historyDocument =
  gql(`query RecentSearches($input: DataLakeQueriesInput) { dataLakeQueries(input: $input) {
  edges { node { id status kind sql params startedAt stats { bytesScanned executionTime rowCount } } } } }`);

export async function startSearch(graphql: GraphqlClient, params: SearchParams): Promise<string> {
  const reply = await graphql.request(executeDocument, {
    input: { params },
  });
  return reply.executeUberSearch.queryID;
}

/** The newest searches of the past 30 days. */
export function useRecentSearches(count: number) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['search', 'recent', count],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(
        historyDocument,
        { input: { pageSize: count, isScheduled: false } },
        { signal },
      );
      return reply.dataLakeQueries.edges.map((edge) => edge.node);
    },
    staleTime: 0,
    meta: { failure: 'panel' },
  });
}

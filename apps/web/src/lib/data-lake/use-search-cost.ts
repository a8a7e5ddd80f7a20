import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { gql } from '../graphql/gql.ts';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { partsKey } from './part-keys.ts';

export interface SearchCost {
  /** Of all that was read for the search so far. */
  bytesScanned: number;
  /** Milliseconds until its first rows. */
  executionTime: number;
}

const costDocument = gql(
  `query SearchCost($id: ID!) { dataLakeQuery(id: $id) { stats { bytesScanned executionTime } } }`,
);

/**
 * What a search cost, as the server keeps it and the history shows it: asked for whenever a part of it was read.
 * Undefined while it runs, and where the server does not say.
 */
export function useSearchCost(queryId: string | undefined): SearchCost | undefined {
  const graphql = useGraphql();
  const client = useQueryClient();
  const parts = { queryKey: partsKey(queryId) };
  const isIdle = useIsFetching(parts) === 0;
  const readCount = client
    .getQueryCache()
    .findAll(parts)
    .reduce((sum, { state }) => sum + state.dataUpdateCount, 0);
  const cost = useQuery({
    queryKey: ['search', 'cost', queryId, readCount],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(costDocument, { id: queryId ?? '' }, { signal });
      return reply.dataLakeQuery?.stats ?? null;
    },
    enabled: queryId !== undefined && isIdle && readCount > 0,
    placeholderData: (before, query) => (query?.queryKey[2] === queryId ? before : undefined),
    staleTime: Infinity,
    retry: false,
    meta: { failure: 'panel' },
  });
  return cost.data ?? undefined;
}

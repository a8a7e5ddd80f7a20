import { useQuery } from '@tanstack/react-query';
import type { GraphqlClient } from '../../../lib/graphql/client.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { partFields, polled } from '../../../lib/data-lake/queries.ts';
import type { SearchPart, SearchProgress, SearchResults } from '../../../lib/data-lake/queries.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { gql } from '../../../lib/graphql/gql.ts';

const document = gql(
  `query UberSearchVisualization($id: ID!, $pageSize: Int, $cursor: String) {
  uberSearchVisualization(id: $id, pageSize: $pageSize, cursor: $cursor) {
    ...SearchPartFacts } }`,
  [partFields],
);

const pageSize = pageSizes.rows;
/** A chart of more rows than this is no chart; the rest is counted as "more". */
const maxRows = 10_000;

export interface ChartRows {
  order: string[];
  types: Record<string, unknown>;
  rows: Record<string, unknown>[];
  /** There are rows beyond these. */
  hasMore: boolean;
  bytesScanned: number;
  elapsedMs: number;
}

/** The rows of a search page by page until there is no next page. */
async function readRows(
  graphql: GraphqlClient,
  id: string,
  signal: AbortSignal,
  onProgress: (progress: SearchProgress) => void,
): Promise<ChartRows> {
  const all: ChartRows = { order: [], types: {}, rows: [], hasMore: false, bytesScanned: 0, elapsedMs: 0 };
  let cursor: string | null = null;
  for (;;) {
    const at: string | null = cursor;
    const page: SearchResults = await polled(
      async () => {
        const variables = { id, pageSize, ...(at === null ? {} : { cursor: at }) };
        const reply = await graphql.request(document, variables, {
          signal,
        });
        return reply.uberSearchVisualization as SearchPart;
      },
      signal,
      onProgress,
    );
    const { columnInfo, edges, pageInfo, stats } = page;
    all.order = [...new Set([...all.order, ...columnInfo.order])];
    all.types = { ...columnInfo.types, ...all.types };
    all.rows.push(...edges.map((edge) => edge.node));
    all.bytesScanned += stats.bytesScanned;
    all.elapsedMs += stats.executionTime;
    cursor = pageInfo.endCursor;
    all.hasMore = cursor !== null;
    if (cursor === null || all.rows.length >= maxRows) return all;
  }
}

/** `key` names the rows in the cache. */
export function useChartRows(
  queryId: string | undefined,
  key: readonly unknown[],
  isEnabled: boolean,
  onProgress: (progress: SearchProgress) => void,
) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...key, 'visualization'],
    queryFn: ({ signal }) => readRows(graphql, queryId ?? '', signal, onProgress),
    enabled: isEnabled && queryId !== undefined,
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
}

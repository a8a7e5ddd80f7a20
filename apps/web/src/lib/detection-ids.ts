import { useQuery } from '@tanstack/react-query';
import type { GraphqlClient } from './graphql/client.ts';
import { gql } from './graphql/gql.ts';
import { useGraphql } from './graphql/graphql-context.tsx';

const document = gql(`query ListDetectionIds($input: ListDetectionsInput!) {
  detections(input: $input) { detections { id } paging { totalPages thisPage totalItems } } }`);

const pageSize = 300;
/** More than these are not fetched: what asks can do without the rest. */
const mostIds = 10_000;

/** Ids of the rules of all kinds, last modified first, page by page until all or 10,000 are there. */
export async function fetchDetectionIds(graphql: GraphqlClient, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, total = Infinity; ids.length < Math.min(total, mostIds); page++) {
    const input = {
      analysisTypes: ['RULE', 'CORRELATION_RULE', 'SCHEDULED_RULE'],
      sortBy: 'lastModified',
      sortDir: 'descending',
      pageSize,
      page,
    } as const;
    const { detections } = await graphql.request(document, { input }, { signal });
    // Pages shrink while others delete; an empty one is the last.
    if (detections.detections.length === 0) break;
    ids.push(...detections.detections.map(({ id }) => id));
    total = detections.paging.totalItems;
  }
  return ids;
}

/** The ids of the rules there are, where `isWanted`; none until they are known. */
export function useDetectionIds(isWanted: boolean): ReadonlySet<string> | undefined {
  const graphql = useGraphql();
  const { data } = useQuery({
    queryKey: ['detections', 'ids'],
    enabled: isWanted,
    queryFn: async ({ signal }) => new Set(await fetchDetectionIds(graphql, signal)),
    meta: { failure: 'panel' },
  });
  return data;
}

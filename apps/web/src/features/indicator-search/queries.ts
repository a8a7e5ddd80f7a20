import { useQuery } from '@tanstack/react-query';
import type { IndicatorField } from '@margay/model';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { readPart } from '../../lib/data-lake/queries.ts';
import type { SearchResults } from '../../lib/data-lake/queries.ts';
import { partsKey } from '../../lib/data-lake/part-keys.ts';
import { gql } from '../../lib/graphql/gql.ts';

export interface IndicatorRequest {
  indicators: string[];
  startTime: string;
  endTime: string;
  databases?: string[];
  tables?: string[];
}

const executeDocument = gql(`mutation ExecuteIndicatorSearch($input: ExecuteIndicatorSearchInput!) {
  executeIndicatorSearchQuery(input: $input) { id } }`);

export async function startIndicatorSearch(graphql: GraphqlClient, input: IndicatorRequest): Promise<string> {
  const reply = await graphql.request(executeDocument, {
    input,
  });
  return reply.executeIndicatorSearchQuery.id;
}

/** A table with events that hold an indicator. */
export interface TableHits {
  database: string;
  table: string;
  logType: string;
  count: number;
  firstSeen: string;
  lastSeen: string;
}

/** Where and when an indicator was seen; nowhere, when `count` is 0. */
export interface ValueHits {
  value: string;
  field: IndicatorField | null;
  count: number;
  tables: { database: string; table: string; count: number }[];
  firstSeen: string | null;
  lastSeen: string | null;
  /** Start (ISO) and count of the stretches of time with hits. */
  buckets: [string, number][];
}

export interface ValueFacts {
  values: ValueHits[];
  bucketSeconds: number | null;
  startTime: string | null;
  endTime: string | null;
}

function usePart<T>(
  queryId: string | undefined,
  component: 'indicatorTables' | 'indicatorValues' | 'indicatorLately',
  read: (results: SearchResults) => T,
) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...partsKey(queryId), component],
    queryFn: ({ signal }) => readPart(graphql, { id: queryId ?? '', component }, signal, () => undefined),
    enabled: queryId !== undefined,
    select: read,
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
}

/** How often an indicator is in the last 180 days, whatever time was searched. */
export type LatelyHits = Pick<ValueHits, 'value' | 'field' | 'count' | 'firstSeen' | 'lastSeen'>;

// The server writes these nodes; the shapes are those of its indicator parts.
const readTables = ({ edges }: SearchResults) => edges.map(({ node }) => node as unknown as TableHits);
const readValues = ({ edges, columnInfo: { types } }: SearchResults): ValueFacts => ({
  values: edges.map(({ node }) => node as unknown as ValueHits),
  bucketSeconds: typeof types['bucketSeconds'] === 'number' ? types['bucketSeconds'] : null,
  startTime: typeof types['startTime'] === 'string' ? types['startTime'] : null,
  endTime: typeof types['endTime'] === 'string' ? types['endTime'] : null,
});

/** The tables with hits, those with most first. */
export const useTableHits = (queryId: string | undefined) => usePart(queryId, 'indicatorTables', readTables);

/** The hits of every indicator, in the order they were asked for. */
export const useValueHits = (queryId: string | undefined) => usePart(queryId, 'indicatorValues', readValues);

const readLately = ({ edges }: SearchResults) => edges.map(({ node }) => node as unknown as LatelyHits);

/** Where hits are that the time searched leaves out; asked for only where an indicator has none in it. */
export function useLatelyHits(queryId: string | undefined, values: readonly ValueHits[] | undefined) {
  const misses = values?.some(({ count }) => count === 0) ?? false;
  return usePart(misses ? queryId : undefined, 'indicatorLately', readLately);
}

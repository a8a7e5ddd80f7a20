import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import type { HistogramPoint } from './histogram.ts';
import { filterInputOf, timeRangeOf } from './list-search.ts';
import type { AlertListSearch } from './list-search.ts';
import { histogramKey } from './use-alert-list.ts';
import { gql } from '../../../lib/graphql/gql.ts';
import type { ResultOf } from '../../../lib/graphql/gql.ts';

/** The server hands out at most this many alerts at once. */
const pageSize = 50;
/** The chart looks at the newest alerts up to here; its note says when there are more. */
const pageLimit = 20;

const document = gql(`query AlertsHistogram($input: AlertsInput!, $isFirst: Boolean!) {
  alerts(input: $input) { totalItems @include(if: $isFirst) edges { node { createdAt severity } } pageInfo { hasNextPage endCursor } } }`);

export interface HistogramData {
  points: HistogramPoint[];
  totalItems: number;
  from: Date | undefined;
  to: Date;
}

/** Times and severities of what the list holds, newest first. */
export function useHistogram(search: AlertListSearch) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: histogramKey(search),
    queryFn: async ({ signal }): Promise<HistogramData> => {
      const now = new Date();
      const filter = filterInputOf(search, now);
      const points: HistogramPoint[] = [];
      let totalItems = 0;
      let cursor: string | null = null;
      for (let page = 0; page < pageLimit; page += 1) {
        const isFirst = page === 0;
        const reply: ResultOf<typeof document> = await graphql.request(
          document,
          { input: { ...filter, pageSize, cursor }, isFirst },
          { signal },
        );
        points.push(...reply.alerts.edges.map(({ node }) => node));
        if (isFirst) totalItems = reply.alerts.totalItems ?? points.length;
        cursor = reply.alerts.pageInfo.endCursor;
        if (!reply.alerts.pageInfo.hasNextPage || cursor === null) break;
      }
      const range = timeRangeOf(search, now);
      return { points, totalItems, from: range.from, to: range.to ?? now };
    },
    staleTime: 60_000,
    refetchInterval: 60_000,
    placeholderData: (before) => before,
    meta: { failure: 'panel' },
  });
}

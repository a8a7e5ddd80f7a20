import { useQuery } from '@tanstack/react-query';
import { formatBytes, formatShortCount } from '../../../lib/format-number.ts';
import { gql } from '../../../lib/graphql/gql.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useNow } from '../../../ui/marks/time.tsx';
import type { Search } from '../use-search.ts';
import { canRun, formFaults, requestOf } from './search-form.ts';

const estimateDocument = gql(`query EstimateSearch($input: ExecuteUberSearchInput!) {
  estimateSearch(input: $input) { rowCount byteCount } }`);
const delayMs = 600;
/** Rounded, so that a form that rests asks once a minute. */
const minuteMs = 60_000;

export interface Estimate {
  rowCount: number;
  byteCount: number;
}

/** How much a search would read, before it runs. Undefined once its results are there, and while it cannot run. */
export function useEstimate({ form, queryId, isLoading }: Search): Estimate | undefined {
  const graphql = useGraphql();
  const isWaiting = queryId === undefined && !isLoading && canRun(formFaults(form));
  const now = new Date(Math.floor(useNow().getTime() / minuteMs) * minuteMs);
  const text = useDebounced(isWaiting ? JSON.stringify(requestOf(form, now)) : '', delayMs);
  const estimate = useQuery({
    queryKey: ['search', 'estimate', text],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(
        estimateDocument,
        { input: { params: JSON.parse(text) as ReturnType<typeof requestOf> } },
        { signal },
      );
      return reply.estimateSearch;
    },
    enabled: isWaiting && text !== '',
    staleTime: minuteMs,
    retry: false,
    // A courtesy: running the search says what is wrong with it.
    meta: { failure: 'panel' },
  });
  return isWaiting ? (estimate.data ?? undefined) : undefined;
}

export const estimateText = ({ rowCount, byteCount }: Estimate) =>
  rowCount === 0
    ? 'No stored events lie in this time frame.'
    : `Reads about ${formatShortCount(rowCount)} rows, up to ${formatBytes(byteCount)}.`;

import { useQuery } from '@tanstack/react-query';
import { formatBytes, formatShortCount } from '../../../lib/format-number.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { useNow } from '../../../ui/marks/time.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import styles from './estimate-line.module.css';
import { canRun, formFaults, requestOf } from './search-form.ts';
import type { Search } from '../use-search.ts';
import { gql } from '../../../lib/graphql/gql.ts';

const estimateDocument = gql(`query EstimateSearch($input: ExecuteUberSearchInput!) {
  estimateSearch(input: $input) { rowCount byteCount } }`);
const delayMs = 600;
/** Rounded, so that a form that rests asks once a minute. */
const minuteMs = 60_000;

/** Before a search runs: how much it would read. Nothing once its results are there. */
export function EstimateLine({ search }: { search: Search }) {
  const { form, queryId, isLoading } = search;
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
  if (!isWaiting || !estimate.data) return null;
  const { rowCount, byteCount } = estimate.data;
  return (
    <p className={styles.line} role="status">
      {rowCount === 0
        ? 'No stored events lie in this time frame.'
        : `Reads about ${formatShortCount(rowCount)} rows, up to ${formatBytes(byteCount)}.`}
    </p>
  );
}

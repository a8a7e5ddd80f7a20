import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { GraphqlClient } from '../graphql/client.ts';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { readPart } from './queries.ts';
import type { SearchProgress, SearchResults, SortDirection } from './queries.ts';
import { partsKey, progressKey } from './part-keys.ts';
import { pageSizes } from '../page-sizes.ts';
import { useSearchCost } from './use-search-cost.ts';

/** Asked for together with the rows: what kind of event, from where, who. Others are asked for when opened. */
export const firstSummaryColumns = ['p_log_type', 'p_source_label', 'p_any_usernames', 'p_any_ip_addresses'];

const forever = { staleTime: Infinity, meta: { failure: 'panel' } } as const;

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError';

const timelineOf = (graphql: GraphqlClient, client: QueryClient, id: string) => ({
  queryKey: [...partsKey(id), 'timeline'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readPart(graphql, { id, component: 'timeline' }, signal, (progress) =>
      client.setQueryData(progressKey(id), progress),
    ),
  ...forever,
});

/** Goes on asking for what this page started and no longer shows: the server ends what nobody asks for. */
export function useKeptRunning(queryIds: readonly string[]): void {
  const graphql = useGraphql();
  const client = useQueryClient();
  useQueries({
    queries: queryIds.map((id) => {
      const timeline = timelineOf(graphql, client, id);
      return { ...timeline, enabled: client.isFetching({ queryKey: timeline.queryKey, exact: true }) > 0 };
    }),
  });
}

/**
 * The parts of a search that was started: first the timeline; when it counts rows, details and the first summary
 * together. What was read once stays cached, so that going back and sorting again are instant.
 */
export function useSearchRun(queryId: string | undefined, sortDirection: SortDirection, isSql: boolean) {
  const graphql = useGraphql();
  const client = useQueryClient();
  const id = queryId ?? '';
  const report = (progress: SearchProgress) => client.setQueryData(progressKey(queryId), progress);
  const timeline = useQuery({
    ...timelineOf(graphql, client, id),
    enabled: queryId !== undefined,
  });
  const total = timeline.data?.stats.rowCount ?? 0;
  const component = sortDirection === 'ascending' ? 'detailsAscending' : 'detailsDescending';
  const details = useInfiniteQuery({
    queryKey: [...partsKey(queryId), component],
    queryFn: ({ pageParam, signal }) =>
      readPart(
        graphql,
        { id, component, pageSize: pageSizes.rows, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
        report,
      ),
    initialPageParam: '',
    getNextPageParam: (last: SearchResults) => last.pageInfo.endCursor ?? undefined,
    enabled: total > 0,
    ...forever,
  });
  const summary = useSummary(queryId, firstSummaryColumns, total > 0 && !isSql);
  const progress = useQuery<SearchProgress>({
    queryKey: progressKey(queryId),
    queryFn: () => ({ readRows: 0, totalRows: 0, elapsedMs: 0 }),
    enabled: false,
  });
  const failure = [timeline.error, details.error].find((error) => error && !isCancelled(error));
  const isRunning = timeline.isFetching || (details.isFetching && !details.isFetchingNextPage);
  const cost = useSearchCost(queryId);
  const stats = [timeline.data?.stats, ...(details.data?.pages ?? []).map((page) => page.stats)];
  return {
    timeline: timeline.data,
    total,
    pages: details.data?.pages,
    isLoadingMore: details.isFetchingNextPage,
    hasMore: details.hasNextPage,
    /** Loads the next page, when nothing is loading. */
    loadMore: async () => {
      if (!details.hasNextPage || details.isFetching || timeline.isFetching) return;
      await details.fetchNextPage();
    },
    /** All rows up to the limit, in pages as large as the server gives them. */
    loadAll: async () => {
      const key = [...partsKey(queryId), component];
      for (;;) {
        const loaded = client.getQueryData<InfiniteData<SearchResults, string>>(key);
        const cursor = loaded?.pages.at(-1)?.pageInfo.endCursor;
        if (!loaded || !cursor) return loaded?.pages ?? [];
        const signal = new AbortController().signal;
        const page = await readPart(
          graphql,
          { id, component, pageSize: pageSizes.rows, cursor },
          signal,
          report,
        );
        client.setQueryData<typeof loaded>(key, (now) =>
          // A search that was given up meanwhile, or scrolled on, keeps what it has.
          now?.pages.at(-1)?.pageInfo.endCursor === cursor
            ? { pages: [...now.pages, page], pageParams: [...now.pageParams, cursor] }
            : now,
        );
      }
    },
    summary: summary.data,
    failure,
    /** Somebody ended it before it had its rows: nothing more comes. */
    wasCancelled: [timeline.error, details.error].some(isCancelled) && !isRunning,
    isRunning,
    progress: progress.data,
    bytesScanned: cost?.bytesScanned ?? stats.reduce((sum, part) => sum + (part?.bytesScanned ?? 0), 0),
    /** Until rows were there. */
    elapsedMs: cost?.executionTime ?? (stats[0]?.executionTime ?? 0) + (stats[1]?.executionTime ?? 0),
    retry: () => void (timeline.isError ? timeline.refetch() : details.refetch()),
  };
}

/** The most frequent values of columns of a search: ten of each, or `top` up to 25. */
export function useSummary(
  queryId: string | undefined,
  columns: readonly string[],
  isEnabled: boolean,
  top?: number,
) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...partsKey(queryId), 'summary', top, ...columns],
    queryFn: ({ signal }) =>
      readPart(
        graphql,
        { id: queryId ?? '', component: 'summary', columns, ...(top ? { pageSize: top } : {}) },
        signal,
        () => undefined,
      ),
    enabled: isEnabled && queryId !== undefined,
    ...forever,
  });
}

/** True once something has lasted this long; a short wait shows nothing. */
export function useIsOverdue(isActive: boolean, afterMs: number): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setOverdue(true), afterMs);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isActive, afterMs]);
  return isActive && isOverdue;
}

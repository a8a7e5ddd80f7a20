import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { filterInputOf, pageInputOf } from './list-search.ts';
import type { AlertListSearch, AlertsInput, ListingTab } from './list-search.ts';
import { rowFields } from '../queries.ts';
import type { AlertEditFields, AlertRow } from '../queries.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { gql } from '../../../lib/graphql/gql.ts';

const pageSize = pageSizes.list;
/** The list asks for news this often; rows on screen change in place, new ones wait behind the pill. */
const pollMs = 5_000;

interface ListPage {
  rows: AlertRow[];
  totalItems: number;
  endCursor: string | undefined;
  /** Creation of the newest alert that matched when this page was read, whatever the order of the list. */
  newestAt: string | undefined;
  readAt: Date;
}
type ListData = InfiniteData<ListPage, string | undefined>;

const pageDocument = gql(
  `query Alerts($input: AlertsInput!, $newest: AlertsInput!, $withOrigin: Boolean!) {
  alerts(input: $input) { totalItems edges { node { ...AlertRowFacts } } pageInfo { hasNextPage endCursor } }
  newest: alerts(input: $newest) { edges { node { createdAt } } }
}`,
  [rowFields],
);
const pollDocument = gql(
  `query AlertsPoll($input: AlertsInput!, $fresh: AlertsInput!, $hasList: Boolean!, $withOrigin: Boolean!,
  $alerts: AlertsInput!, $detectionErrors: AlertsInput!, $systemErrors: AlertsInput!) {
  page: alerts(input: $input) { edges { node { ...AlertRowFacts } } }
  fresh: alerts(input: $fresh) @include(if: $hasList) { totalItems }
  alerts: alerts(input: $alerts) { totalItems }
  detectionErrors: alerts(input: $detectionErrors) { totalItems }
  systemErrors: alerts(input: $systemErrors) { totalItems }
}`,
  [rowFields],
);
const listKey = (search: AlertListSearch) => ['alerts', 'list', search] as const;
const pollKey = ['alerts', 'poll'] as const;
export const histogramKey = (search: AlertListSearch) => ['alerts', 'histogram', search] as const;

/** The list with the rows' known ids brought up to date. Order, number and pages stay as they are. */
function withRows(data: ListData | undefined, rows: ReadonlyMap<string, AlertRow>): ListData | undefined {
  if (!data) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => rows.get(row.id) ?? row),
  }));
  return { ...data, pages };
}

export interface AlertList {
  /** Undefined while the first page loads. */
  rows: readonly AlertRow[] | undefined;
  totalItems: number | undefined;
  error: unknown;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Reads the list afresh, so that waiting alerts show. */
  reload: () => void;
  isReloading: boolean;
  /** Alerts that match and came after the list was read. */
  freshCount: number;
  readAt: Date | undefined;
  counts: Readonly<Partial<Record<ListingTab, number>>>;
}

/** Pages of the list of an address, and a poll that changes rows in place and counts what is new. */
export function useAlertList(search: AlertListSearch): AlertList {
  const graphql = useGraphql();
  const cache = useQueryClient();
  const withOrigin = search.tab === 'system-errors';
  const key = listKey(search);

  const list = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    queryFn: async ({ signal, pageParam }): Promise<ListPage> => {
      const readAt = new Date();
      const reply = await graphql.request(
        pageDocument,
        {
          input: { ...pageInputOf(search, readAt, pageSize), cursor: pageParam ?? null },
          newest: { ...filterInputOf(search, readAt), pageSize: 1 },
          withOrigin,
        },
        { signal },
      );
      const { edges, pageInfo, totalItems } = reply.alerts;
      return {
        rows: edges.map(({ node }) => node),
        totalItems: totalItems ?? edges.length,
        endCursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
        newestAt: reply.newest.edges[0]?.node.createdAt,
        readAt,
      };
    },
    getNextPageParam: (page) => page.endCursor,
    // The poll keeps rows current; reading all pages again would move them.
    staleTime: 60_000,
    refetchOnReconnect: false,
    meta: { failure: 'panel' },
  });
  const first = list.data?.pages[0];
  const poll = useQuery({
    queryKey: [...pollKey, search, first?.newestAt ?? null],
    enabled: list.data !== undefined,
    queryFn: async ({ signal }) => {
      const now = new Date();
      const filter = filterInputOf(search, now);
      const only = (input: Partial<AlertsInput>) => ({ ...filter, ...input, pageSize: 1 });
      const after = first?.newestAt ? justAfter(first.newestAt) : filter.createdAtAfter;
      return graphql.request(
        pollDocument,
        {
          input: pageInputOf(search, now, pageSize),
          fresh: only(after === undefined ? {} : { createdAtAfter: after }),
          hasList: first !== undefined,
          withOrigin,
          alerts: only({ type: 'ALERT' }),
          detectionErrors: only({ type: 'DETECTION_ERROR' }),
          systemErrors: only({ type: 'SYSTEM_ERROR' }),
        },
        { signal },
      );
    },
    refetchInterval: pollMs,
    placeholderData: (before) => before,
    meta: { failure: 'panel' },
  });
  const news = poll.data;
  useEffect(() => {
    if (!news) return;
    const byId = new Map(news.page.edges.map(({ node }) => [node.id, node]));
    cache.setQueryData<ListData>(listKey(search), (data) => withRows(data, byId));
  }, [news, cache, search]);

  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  const freshCount = poll.isPlaceholderData ? 0 : (news?.fresh?.totalItems ?? 0);
  const reload = () => void reloadList(cache, search);
  const isEmptyWithNews = rows?.length === 0 && freshCount > 0;
  useEffect(() => {
    // No row can move in an empty list.
    if (isEmptyWithNews) void reloadList(cache, search);
  }, [isEmptyWithNews, cache, search]);

  return {
    rows,
    totalItems: first?.totalItems,
    error: list.data ? undefined : list.error,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    reload,
    isReloading: list.isRefetching,
    freshCount,
    readAt: first?.readAt,
    counts: news
      ? {
          alerts: news.alerts.totalItems ?? undefined,
          'detection-errors': news.detectionErrors.totalItems ?? undefined,
          'system-errors': news.systemErrors.totalItems ?? undefined,
        }
      : {},
  };
}

/** Old rows stay until the new first page is here. */
async function reloadList(cache: QueryClient, search: AlertListSearch) {
  cache.setQueryData<ListData>(listKey(search), (data) =>
    data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  await cache.refetchQueries({ queryKey: listKey(search), exact: true });
  await cache.invalidateQueries({ queryKey: histogramKey(search) });
}

/** Times of the server are finer than a millisecond, so "later than this" begins with the next one. */
function justAfter(time: string): string {
  return new Date(new Date(time).getTime() + 1).toISOString();
}

/** Writes what an edit answered into every list that is kept. */
export function patchLists(cache: QueryClient, edited: readonly AlertEditFields[]) {
  const byId = new Map(edited.map((alert) => [alert.id, alert]));
  cache.setQueriesData<ListData>({ queryKey: ['alerts', 'list'] }, (data) => {
    const rows = data?.pages.flatMap((page) => page.rows).filter(({ id }) => byId.has(id)) ?? [];
    return withRows(data, new Map(rows.map((row) => [row.id, { ...row, ...byId.get(row.id) }])));
  });
}

/** Ids of the list that was last on screen, for "previous" and "next" on an alert's page. */
export function neighboursOf(
  cache: QueryClient,
  id: string,
): { position: number; count: number; before?: string; after?: string } | undefined {
  const lists = cache
    .getQueryCache()
    .findAll({ queryKey: ['alerts', 'list'] })
    .filter((query) => query.state.data !== undefined)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of lists) {
    const data = cache.getQueryData<ListData>(query.queryKey);
    const ids = data?.pages.flatMap((page) => page.rows.map((row) => row.id)) ?? [];
    const index = ids.indexOf(id);
    if (index === -1) continue;
    const [before, after] = [ids[index - 1], ids[index + 1]];
    return {
      position: index + 1,
      count: Math.max(data?.pages[0]?.totalItems ?? 0, ids.length),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  }
  return undefined;
}

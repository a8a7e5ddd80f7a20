import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import type { AlertDetails, AlertEvent } from '../queries.ts';
import { gql } from '../../../lib/graphql/gql.ts';
import { arrivalInterval } from './arrival.ts';

/** As many as the server hands out at once. */
const pageSize = 50;

const document = gql(`query AlertEvents($id: ID!, $input: AlertEventsInput!) { alert(id: $id) {
  events(input: $input) { edges { node } pageInfo { hasNextPage endCursor } } } }`);
/** The events of an alert, newest first, page after page; asked for again while some are on their way into the lake. */
export function useAlertEvents(alert: Pick<AlertDetails, 'id' | 'eventCount' | 'lastReceivedEventAt'>) {
  const graphql = useGraphql();
  const query = useInfiniteQuery({
    queryKey: ['alerts', 'events', alert.id],
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    queryFn: async ({ signal, pageParam }) => {
      const input = { pageSize, cursor: pageParam ?? null };
      const reply = await graphql.request(document, { id: alert.id, input }, { signal });
      return reply.alert?.events ?? { edges: [], pageInfo: { hasNextPage: false, endCursor: null } };
    },
    getNextPageParam: ({ pageInfo }) =>
      pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
    refetchInterval: ({ state }) => {
      const { pages = [] } = state.data ?? {};
      const last = pages.at(-1);
      if (last === undefined || last.pageInfo.hasNextPage) return false;
      return arrivalInterval(
        alert,
        pages.reduce((sum, { edges }) => sum + edges.length, 0),
      );
    },
    meta: { failure: 'panel' },
  });
  // The schema says JSON; a stored event is an object.
  const events = useMemo(
    () => query.data?.pages.flatMap((page) => page.edges.map(({ node }) => node as AlertEvent)),
    [query.data],
  );
  return {
    events,
    error: query.data ? undefined : query.error,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    reload: () => void query.refetch(),
  };
}

import { useQuery } from '@tanstack/react-query';
import { gql } from '../../../lib/graphql/gql.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import type { AlertDetails } from '../queries.ts';
import { arrivalInterval } from './arrival.ts';
import { countedTimeline } from './event-timeline.ts';

const document = gql(`query AlertEventTimeline($id: ID!) { alert(id: $id) {
  eventTimeline { bucketSeconds buckets { startTime logType count } } } }`);

/** All events of an alert over time, as the server counts them; undefined until it does, and while the lake has none. */
export function useEventCounts(alert: Pick<AlertDetails, 'id' | 'eventCount' | 'lastReceivedEventAt'>) {
  const { id, eventCount } = alert;
  const graphql = useGraphql();
  const { data } = useQuery({
    queryKey: ['alerts', 'event-timeline', id, eventCount],
    queryFn: async ({ signal }) =>
      (await graphql.request(document, { id }, { signal })).alert?.eventTimeline ?? null,
    select: (counted) =>
      counted && counted.bucketSeconds !== null && counted.buckets.length > 0
        ? countedTimeline(counted.bucketSeconds, counted.buckets)
        : null,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data === undefined
        ? false
        : arrivalInterval(alert, state.data?.buckets.reduce((sum, { count }) => sum + count, 0) ?? 0),
    meta: { failure: 'panel' },
  });
  return data ?? undefined;
}

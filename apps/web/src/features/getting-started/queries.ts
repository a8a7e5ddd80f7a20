import { useQuery } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { usePermission } from '../../lib/session/session-context.tsx';

/** Somebody who waits for a first event looks at the screen all the time. */
const waitingMs = 2_000;

const progressDocument =
  gql(`query FirstSteps($sources: Boolean!, $detections: Boolean!, $destinations: Boolean!, $alerts: Boolean!) {
  sources @include(if: $sources) { integrationId integrationLabel logTypes events24h lastEventProcessedAtTime }
  detections(input: { enabled: true, pageSize: 1 }) @include(if: $detections) { paging { totalItems } }
  destinations @include(if: $destinations) { displayName }
  alerts(input: { pageSize: 25 }) @include(if: $alerts) { edges { node { id title deliveries { success } } } }
}`);
const watchersDocument = gql(`query SourceWatchers($logTypes: [String!]!, $alerts: Boolean!) {
  detections(input: { enabled: true, logTypes: $logTypes, pageSize: 1 }) { paging { totalItems } }
  alerts(input: { logTypes: $logTypes, pageSize: 1 }) @include(if: $alerts) { edges { node { id title createdAt } } }
}`);

export type Progress = ResultOf<typeof progressDocument>;

/** How far the installation is, as far as the caller may see it: nothing is remembered, everything is looked up, every `everyMs`. */
export function useProgress(everyMs = waitingMs) {
  const graphql = useGraphql();
  const may = {
    sources: usePermission('LogSourceRead'),
    detections: usePermission('RuleRead'),
    destinations: usePermission('DestinationRead'),
    alerts: usePermission('AlertRead'),
  };
  return useQuery({
    queryKey: ['getting-started', may],
    queryFn: ({ signal }) => graphql.request(progressDocument, may, { signal }),
    refetchInterval: everyMs,
    meta: { failure: 'panel' },
  });
}

/** How many detections that run watch these log types, and the newest alert of their events. */
export function useWatchers(logTypes: readonly string[]) {
  const graphql = useGraphql();
  const mayReadRules = usePermission('RuleRead');
  const alerts = usePermission('AlertRead');
  return useQuery({
    queryKey: ['detections', 'watchers', logTypes, alerts],
    enabled: mayReadRules && logTypes.length > 0,
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(watchersDocument, { logTypes: [...logTypes], alerts }, { signal });
      return { count: reply.detections.paging.totalItems, newestAlert: reply.alerts?.edges[0]?.node };
    },
    refetchInterval: waitingMs,
    meta: { failure: 'panel' },
  });
}

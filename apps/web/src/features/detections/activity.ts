import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useMissingPermission } from '../../lib/session/session-context.tsx';

const activityDocument =
  gql(`query DetectionActivity($ids: [ID!]!, $input: DetectionAlertsInput!, $alerts: Boolean!, $matches: Boolean!) {
  detectionAlerts(input: $input) @include(if: $alerts) { detectionId perDay }
  detectionLastMatches(ids: $ids) @include(if: $matches) { detectionId at } }`);

export interface Activity {
  /** Alerts of the last seven days, the oldest first; undefined where the person may not see alerts. */
  perDay: readonly number[] | undefined;
  /** ISO time; `never`, or undefined where the person may not see it. */
  lastMatch: string | undefined;
}

const days = 7;

/** What each of these detections did lately; empty until it is known. */
export function useActivity(ids: readonly string[]): ReadonlyMap<string, Activity> {
  const graphql = useGraphql();
  const alerts = useMissingPermission('AlertRead') === undefined;
  const matches = useMissingPermission('RuleRead') === undefined;
  const { data } = useQuery({
    queryKey: ['detections', 'activity', ids],
    queryFn: async ({ signal }) => {
      const variables = { ids: [...ids], input: { detectionIds: [...ids], days }, alerts, matches };
      const reply = await graphql.request(activityDocument, variables, { signal });
      const perDayOf = new Map(reply.detectionAlerts?.map((one) => [one.detectionId, one.perDay]));
      const matchOf = new Map(reply.detectionLastMatches?.map((one) => [one.detectionId, one.at]));
      return new Map(
        ids.map((id) => [
          id,
          { perDay: perDayOf.get(id), lastMatch: matches ? (matchOf.get(id) ?? 'never') : undefined },
        ]),
      );
    },
    enabled: ids.length > 0 && (alerts || matches),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { failure: 'panel' },
  });
  return data ?? noActivity;
}

const noActivity: ReadonlyMap<string, Activity> = new Map();

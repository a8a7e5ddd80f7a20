import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { gql } from './graphql/gql.ts';
import type { ResultOf } from './graphql/gql.ts';
import { useGraphql } from './graphql/graphql-context.tsx';
import { usePermission } from './session/session-context.tsx';

const facts = gql(
  `fragment ShippedFacts on ShippedDetection { id displayName severity logTypes state alertingEvent }`,
);
const listDocument = gql(
  `query ShippedDetections($logTypes: [String!]!) { shippedDetections(logTypes: $logTypes) { ...ShippedFacts } }`,
  [facts],
);
const enableDocument = gql(
  `mutation EnableShippedDetections($input: EnableShippedDetectionsInput!) {
  enableShippedDetections(input: $input) { detections { ...ShippedFacts } problems }
}`,
  [facts],
);

export type ShippedDetection = ResultOf<typeof facts>;

/** Detections that ship with the product and watch one of these log types; nothing for whoever may not read rules. */
export function useShippedDetections(logTypes: readonly string[]) {
  const graphql = useGraphql();
  const mayRead = usePermission('RuleRead');
  return useQuery({
    queryKey: ['detections', 'shipped', logTypes],
    enabled: mayRead && logTypes.length > 0,
    queryFn: async ({ signal }) =>
      (await graphql.request(listDocument, { logTypes: [...logTypes] }, { signal })).shippedDetections,
    meta: { failure: 'panel' },
  });
}

/** Takes shipped detections in, with what they need, and switches them on. */
export function useEnableShipped() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) =>
      (await graphql.request(enableDocument, { input: { ids: [...ids] } })).enableShippedDetections,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['detections'] }),
  });
}

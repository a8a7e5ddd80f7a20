import { useQuery } from '@tanstack/react-query';
import { gql } from '../graphql/gql.ts';
import type { ResultOf } from '../graphql/gql.ts';
import { useGraphql } from '../graphql/graphql-context.tsx';

const document = gql(`query DetectionDestinations { destinations { outputId displayName outputType } }`);

export type DestinationChoice = ResultOf<typeof document>['destinations'][number];

/** The destinations that a detection can name. */
export function useDestinations() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'destinations'],
    queryFn: async ({ signal }) => (await graphql.request(document, {}, { signal })).destinations,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

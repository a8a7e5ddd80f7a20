import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';

const logTypesDocument = gql(`query DetectionLogTypes { availableLogTypes }`);

/** Every log type with a schema. */
export function useLogTypes() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'log-types'],
    queryFn: async ({ signal }) =>
      (await graphql.request(logTypesDocument, {}, { signal })).availableLogTypes,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

/** A Python module that detections import. */
export type HelperModule = ResultOf<typeof helpersDocument>['listGlobalHelpers'][number];

const helpersDocument = gql(`query ListGlobalHelpers { listGlobalHelpers { id description body } }`);

export function useHelpers() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'helpers', 'modules'],
    queryFn: async ({ signal }) => (await graphql.request(helpersDocument, {}, { signal })).listGlobalHelpers,
    meta: { failure: 'panel' },
  });
}

import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

/** A Python module that detections import. */
export interface HelperModule {
  id: string;
  description: string;
  body: string;
}

const helpersDocument = `query ListGlobalHelpers { listGlobalHelpers { id description body } }`;

export function useHelpers() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'helpers', 'modules'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ listGlobalHelpers: HelperModule[] }>(helpersDocument, {}, { signal }))
        .listGlobalHelpers,
    meta: { failure: 'panel' },
  });
}

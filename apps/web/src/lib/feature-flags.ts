import { useQuery } from '@tanstack/react-query';
import { useGraphql } from './graphql/graphql-context.tsx';
import { gql } from './graphql/gql.ts';

/** Parts of the console that an installation can turn off. */
export type FeatureFlag = 'ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC';

const flagsDocument = gql(`query FeatureFlags { appConfig { featureFlags { flag treatment } } }`);

/** Whether a part of the console is on here; off until that is known. */
export function useFeatureFlag(name: FeatureFlag): boolean {
  const graphql = useGraphql();
  const flags = useQuery({
    queryKey: ['feature-flags'],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(flagsDocument, {}, { signal });
      return reply.appConfig.featureFlags.flatMap(({ flag, treatment }) =>
        treatment === 'on' ? [flag] : [],
      );
    },
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
  return flags.data?.includes(name) ?? false;
}

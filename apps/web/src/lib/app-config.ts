import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useGraphql } from './graphql/graphql-context.tsx';
import { gql } from './graphql/gql.ts';
import { reportError } from './report-error.ts';

/** Parts of the console that an installation can turn off. */
export type FeatureFlag = 'ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC' | 'ENABLE_SUPPORT_SIGN_IN';

const configDocument = gql(`query GetAppConfig { appConfig { featureFlags { flag treatment } } }`);

/** How the installation has set up the console: read once after sign-in, and again when the server was away. */
function useAppConfig() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['app-config'],
    queryFn: async ({ signal }) => (await graphql.request(configDocument, {}, { signal })).appConfig,
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
}

/** Whether the console does not know how it is set up, and the way to ask again. Reports it. */
export function useAppConfigFailure(): { retry: () => void } | undefined {
  const { data, error, refetch } = useAppConfig();
  useEffect(() => {
    if (error) reportError(error, 'loading the app configuration');
  }, [error]);
  return error && !data ? { retry: () => void refetch() } : undefined;
}

/** Whether a part of the console is on here; off until that is known. */
export function useFeatureFlag(name: FeatureFlag): boolean {
  const flags = useAppConfig().data?.featureFlags ?? [];
  return flags.some(({ flag, treatment }) => flag === name && treatment === 'on');
}

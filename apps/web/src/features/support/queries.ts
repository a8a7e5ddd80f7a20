import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

const installationDocument = gql(`query Installation { appConfig { accountId pantherVersion } }`);
const requestsDocument = gql(`query SupportRequests($input: SupportRequestsInput) {
  supportRequests(input: $input) {
    requests { id subject text email createdAt createdBy { id name } }
    pageInfo { hasNextPage endCursor } } }`);

export type SupportRequest = ResultOf<typeof requestsDocument>['supportRequests']['requests'][number];

/** What tells this installation from others. */
export function useInstallation() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['support', 'installation'],
    queryFn: async ({ signal }) => (await graphql.request(installationDocument, {}, { signal })).appConfig,
    meta: { failure: 'panel' },
  });
}

/** What people wrote, the newest first. */
export function useSupportRequests(isEnabled: boolean) {
  const graphql = useGraphql();
  return useInfiniteQuery({
    queryKey: ['support', 'requests'],
    queryFn: async ({ pageParam, signal }) => {
      const input = pageParam === null ? {} : { cursor: pageParam };
      return (await graphql.request(requestsDocument, { input }, { signal })).supportRequests;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => pageInfo.endCursor ?? null,
    meta: { failure: 'panel' },
    enabled: isEnabled,
  });
}

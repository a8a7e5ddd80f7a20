import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TimeZoneSetting } from '../../lib/format-time.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

const policyDocument = gql(`query SignInPolicy { signInPolicy { requireSecondFactor } }`);
const setPolicyDocument = gql(`mutation UpdateSignInPolicy($input: SignInPolicyInput!) {
  updateSignInPolicy(input: $input) { requireSecondFactor } }`);
const setZoneDocument = gql(`mutation UpdateUniversalSettings($input: UniversalSettingsInput!) {
  updateUniversalSettings(input: $input) { timezone } }`);

export type SignInPolicy = ResultOf<typeof policyDocument>['signInPolicy'];

const policyKey = ['settings', 'sign-in-policy'] as const;

export function useSignInPolicy(isEnabled: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: policyKey,
    queryFn: async ({ signal }) => (await graphql.request(policyDocument, {}, { signal })).signInPolicy,
    enabled: isEnabled,
  });
}

export function useSetSignInPolicy() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: SignInPolicy) =>
      (await graphql.request(setPolicyDocument, { input })).updateSignInPolicy,
    onSuccess: (stored) => client.setQueryData(policyKey, stored),
  });
}

export function useSetTimeZone() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (timezone: TimeZoneSetting) =>
      (await graphql.request(setZoneDocument, { input: { timezone } })).updateUniversalSettings,
    onSuccess: (stored) => client.setQueryData(['universal-settings'], stored),
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TimeZoneSetting } from '../../lib/format-time.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { Known, ResultOf, VariablesOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { settingFieldFacts } from '../../lib/setting-fields.ts';
import type { FieldDescriptor } from '../../ui/inputs/setting-values.ts';

const setZoneDocument = gql(`mutation UpdateUniversalSettings($input: UniversalSettingsInput!) {
  updateUniversalSettings(input: $input) { timezone } }`);

const groupFacts = gql(
  `fragment SettingGroupFacts on SettingGroup {
    id title description values storedSecrets lacking updatedAt fields { ...SettingFieldFacts } }`,
  [settingFieldFacts],
);
const groupsDocument = gql(`query SettingGroups { settingGroups { ...SettingGroupFacts } }`, [groupFacts]);
const updateGroupDocument = gql(
  `mutation UpdateSettingGroup($input: UpdateSettingGroupInput!) {
    updateSettingGroup(input: $input) { ...SettingGroupFacts } }`,
  [groupFacts],
);

export type SettingGroup = Known<
  ResultOf<typeof groupFacts>,
  { values: Record<string, unknown>; fields: FieldDescriptor[] }
>;

const groupsKey = ['settings', 'groups'] as const;

export function useSetTimeZone() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (timezone: TimeZoneSetting) =>
      (await graphql.request(setZoneDocument, { input: { timezone } })).updateUniversalSettings,
    onSuccess: (stored) => client.setQueryData(['universal-settings'], stored),
  });
}

export function useSettingGroups(isEnabled: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: groupsKey,
    queryFn: async ({ signal }) =>
      (await graphql.request(groupsDocument, {}, { signal })).settingGroups as SettingGroup[],
    meta: { failure: 'panel' },
    enabled: isEnabled,
  });
}

export function useUpdateSettingGroup() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: VariablesOf<typeof updateGroupDocument>['input']) =>
      (await graphql.request(updateGroupDocument, { input })).updateSettingGroup as SettingGroup,
    onSuccess: (stored) =>
      client.setQueryData<SettingGroup[]>(groupsKey, (groups) =>
        groups?.map((group) => (group.id === stored.id ? stored : group)),
      ),
  });
}

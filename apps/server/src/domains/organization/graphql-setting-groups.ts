import { holdsAny } from '@margay/auth';
import { settingsForm } from '@margay/settings';
import * as z from 'zod';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { readInput } from '../../api/read-input.ts';
import { organizationAccess } from './access.ts';
import type { ShownGroup } from './setting-group.ts';

const Values = z.record(z.string(), z.unknown());

export function settingGroupTypes({ builder, shared }: GraphqlParts): void {
  const Group = builder.objectRef<ShownGroup>('SettingGroup').implement({
    description: 'Settings of the whole installation that are saved together.',
    auth: 'with-parent',
    fields: (t) => ({
      id: t.id({ resolve: ({ group }) => group.id }),
      title: t.string({ resolve: ({ group }) => group.title }),
      description: t.string({ resolve: ({ group }) => group.description }),
      fields: t.field({ type: [shared.SettingField], resolve: ({ group }) => settingsForm(group) }),
      values: t.field({
        type: 'JSON',
        description: 'By name of the field; secrets are empty.',
        resolve: ({ values }) => values,
      }),
      storedSecrets: t.stringList({ resolve: ({ storedSecrets }) => [...storedSecrets] }),
      lacking: t.stringList({
        description: 'Permissions that the caller lacks to change it.',
        resolve: ({ group }, _args, context) =>
          group.changedBy.filter((permission) => !holdsAny(actorOf(context).permissions, [permission])),
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true }),
    }),
  });
  builder.queryFields((t) => ({
    settingGroups: t.field({
      type: [Group],
      auth: organizationAccess.readSettings,
      resolve: (_root, _args, { services }) => services.organization.shownGroups(),
    }),
  }));
  const Input = builder.inputType('UpdateSettingGroupInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      values: t.field({
        type: 'JSON',
        required: true,
        description: 'All of them; an empty secret keeps the stored one.',
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: 'Of the group as it was read: refused where somebody saved it since.',
      }),
    }),
  });
  builder.mutationFields((t) => ({
    updateSettingGroup: t.field({
      type: Group,
      auth: organizationAccess.modify,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.organization.changeGroup(actorOf(context), {
          id: String(input.id),
          values: readInput(Values, input.values, 'values'),
          since: input.updatedAt,
        }),
    }),
  }));
}

import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { gathered } from '../../api/gathered.ts';
import type { roleTypes } from '../roles/index.ts';
import { usersAccess } from './access.ts';
import type { User } from './store.ts';

const roleOf = gathered(async ({ services }, _ids: readonly (string | null)[]) => {
  const byId = new Map((await services.roles.list()).map((role) => [role.id, role]));
  return (id) => (id === null ? undefined : byId.get(id));
});

export function userTypes({ builder, shared }: GraphqlParts, { RoleType }: ReturnType<typeof roleTypes>) {
  const UserType = builder.objectRef<User>('User').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('email'),
      givenName: t.exposeString('givenName', { nullable: true }),
      familyName: t.exposeString('familyName', { nullable: true }),
      status: t.exposeString('status'),
      enabled: t.exposeBoolean('enabled'),
      hasSamlDefaultRole: t.boolean({
        description: 'The role is the default of people who sign in with the identity provider.',
        auth: usersAccess.read,
        resolve: ({ roleSource }) => roleSource === 'default',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      lastLoggedInAt: t.expose('lastLoggedInAt', {
        type: 'DateTime',
        nullable: true,
        auth: usersAccess.read,
      }),
      role: t.field({
        type: RoleType,
        nullable: true,
        auth: usersAccess.read,
        resolve: (user, _args, context) => roleOf(context, user.roleId),
      }),
    }),
  });
  builder.queryFields((t) => ({
    me: t.field({
      description: 'The person signed in.',
      type: UserType,
      nullable: true,
      auth: usersAccess.readOwn,
      resolve: (_root, _args, context) => context.services.users.byId(actorOf(context).id),
    }),
    users: t.field({
      type: [UserType],
      auth: usersAccess.list,
      resolve: (_root, _args, { services }) => services.users.list(),
    }),
    userById: t.field({
      type: UserType,
      nullable: true,
      auth: usersAccess.list,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.users.byId(id),
    }),
  }));
  const RoleKind = builder.enumType('UserRoleInputKind', { values: ['Id', 'Name'] as const });
  const RoleInput = builder.inputType('UserRoleInput', {
    fields: (t) => ({
      kind: t.field({ type: RoleKind, required: true }),
      value: t.string({ required: true }),
    }),
  });
  const InviteUserInput = builder.inputType('InviteUserInput', {
    fields: (t) => ({
      email: t.string({ required: true }),
      givenName: t.string({ required: true }),
      familyName: t.string({ required: true }),
      role: t.field({ type: RoleInput, required: true }),
    }),
  });
  const UpdateUserInput = builder.inputType('UpdateUserInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      email: t.string(),
      givenName: t.string(),
      familyName: t.string(),
      role: t.field({ type: RoleInput }),
      enabled: t.boolean(),
    }),
  });
  const UserOutput = builder
    .objectRef<{ user: User; temporaryPassword?: string | undefined }>('UserOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        user: t.expose('user', { type: UserType }),
        temporaryPassword: t.string({
          description:
            'For the person to sign in with once, within seven days. It cannot be read again. Null where it was mailed to them.',
          nullable: true,
          resolve: ({ temporaryPassword }) => temporaryPassword,
        }),
      }),
    });
  builder.mutationFields((t) => ({
    inviteUser: t.field({
      type: UserOutput,
      auth: usersAccess.modify,
      args: { input: t.arg({ type: InviteUserInput, required: true }) },
      resolve: (_root, { input }, context) => context.services.users.invite(actorOf(context), input),
    }),
    updateUser: t.field({
      type: UserOutput,
      auth: usersAccess.update,
      args: { input: t.arg({ type: UpdateUserInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        user: await context.services.users.update(actorOf(context), {
          id: String(input.id),
          email: input.email ?? undefined,
          givenName: input.givenName ?? undefined,
          familyName: input.familyName ?? undefined,
          role: input.role ?? undefined,
          enabled: input.enabled ?? undefined,
        }),
      }),
    }),
    resetUserPassword: t.field({
      type: UserOutput,
      auth: usersAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.users.resetPassword(actorOf(context), String(input.id)),
    }),
    deleteUser: t.field({
      type: shared.IdOutput,
      auth: usersAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.users.remove(actorOf(context), String(input.id));
        return { id: String(input.id) };
      },
    }),
  }));
  return { UserType };
}

import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import type { roleTypes } from '../roles/index.ts';
import type { User } from './store.ts';

export function userTypes({ builder }: GraphqlParts, { RoleType }: ReturnType<typeof roleTypes>) {
  const UserType = builder.objectRef<User>('User').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('email'),
      givenName: t.exposeString('givenName', { nullable: true }),
      familyName: t.exposeString('familyName', { nullable: true }),
      status: t.exposeString('status'),
      enabled: t.exposeBoolean('enabled'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      lastLoggedInAt: t.expose('lastLoggedInAt', { type: 'DateTime', nullable: true, auth: ['UserRead'] }),
      role: t.field({
        type: RoleType,
        nullable: true,
        auth: ['UserRead'],
        resolve: (user, _args, { services }) => services.roles.byId(user.roleId),
      }),
    }),
  });
  builder.queryFields((t) => ({
    me: t.field({
      description: 'The person signed in.',
      type: UserType,
      nullable: true,
      auth: 'signed-in',
      resolve: (_root, _args, context) => context.services.users.byId(actorOf(context).id),
    }),
    users: t.field({
      type: [UserType],
      auth: ['UserRead', 'AlertRead'],
      resolve: (_root, _args, { services }) => services.users.list(),
    }),
    userById: t.field({
      type: UserType,
      nullable: true,
      auth: ['UserRead', 'AlertRead'],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.users.byId(id),
    }),
  }));
  const UpdateUserInput = builder.inputType('UpdateUserInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      givenName: t.string({ required: true }),
      familyName: t.string({ required: true }),
    }),
  });
  const UserOutput = builder.objectRef<{ user: User }>('UserOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ user: t.expose('user', { type: UserType }) }),
  });
  builder.mutationFields((t) => ({
    updateUser: t.field({
      type: UserOutput,
      auth: 'signed-in',
      args: { input: t.arg({ type: UpdateUserInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        user: await context.services.users.rename(actorOf(context), input),
      }),
    }),
  }));
  return { UserType };
}

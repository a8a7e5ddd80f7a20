import type { GraphqlParts } from '../../api/builder.ts';
import { logTypeAccessKinds } from '@margay/auth';
import type { Role } from './store.ts';

export function roleTypes({ builder, shared }: GraphqlParts) {
  const AccessKind = builder.enumType('LogTypeAccessKind', { values: logTypeAccessKinds });
  const RoleType = builder.objectRef<Role>('Role').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      permissions: t.expose('permissions', { type: [shared.Permission] }),
      logTypeAccessKind: t.expose('logTypeAccessKind', { type: AccessKind }),
      logTypeAccess: t.exposeStringList('logTypeAccess', { nullable: true }),
      userCount: t.exposeInt('userCount'),
      isReserved: t.boolean({ resolve: (role) => role.name === 'Admin' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    }),
  });
  builder.queryFields((t) => ({
    roles: t.field({
      type: [RoleType],
      auth: ['UserRead'],
      resolve: (_root, _args, { services }) => services.roles.list(),
    }),
    roleById: t.field({
      type: RoleType,
      nullable: true,
      auth: ['UserRead'],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.roles.byId(id),
    }),
  }));
  return { RoleType };
}

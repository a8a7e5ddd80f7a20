import { logTypeAccessKinds, type LogTypeAccessKind } from '@margay/auth';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { rolesAccess } from './access.ts';
import { isReservedRoleName } from './role-input.ts';
import type { Role } from './store.ts';

interface GivenAccess {
  logTypeAccessKind?: LogTypeAccessKind | null | undefined;
  logTypeAccess?: readonly string[] | null | undefined;
  requiresSecondFactor?: boolean | null | undefined;
}

/** Without the nulls that GraphQL lets a client send for what it leaves out. */
const accessOf = ({ logTypeAccessKind, logTypeAccess, requiresSecondFactor }: GivenAccess) => ({
  logTypeAccessKind: logTypeAccessKind ?? undefined,
  logTypeAccess: logTypeAccess ?? undefined,
  requiresSecondFactor: requiresSecondFactor ?? undefined,
});

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
      requiresSecondFactor: t.exposeBoolean('requiresSecondFactor'),
      isReserved: t.boolean({ resolve: (role) => isReservedRoleName(role.name) }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    }),
  });
  builder.queryFields((t) => ({
    roles: t.field({
      type: [RoleType],
      auth: rolesAccess.read,
      resolve: (_root, _args, { services }) => services.roles.list(),
    }),
    roleById: t.field({
      type: RoleType,
      nullable: true,
      auth: rolesAccess.read,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { services }) => services.roles.byId(id),
    }),
  }));
  const CreateRoleInput = builder.inputType('CreateRoleInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      permissions: t.stringList({ required: true }),
      logTypeAccessKind: t.field({ type: AccessKind }),
      logTypeAccess: t.stringList(),
      requiresSecondFactor: t.boolean(),
    }),
  });
  const UpdateRoleInput = builder.inputType('UpdateRoleInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      name: t.string(),
      permissions: t.stringList(),
      logTypeAccessKind: t.field({ type: AccessKind }),
      logTypeAccess: t.stringList(),
      requiresSecondFactor: t.boolean(),
      updatedAt: t.field({
        type: 'DateTime',
        description: 'As the role was read. The change is refused where it was changed after that.',
      }),
    }),
  });
  const RoleOutput = builder.objectRef<{ role: Role }>('RoleOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ role: t.expose('role', { type: RoleType }) }),
  });
  builder.mutationFields((t) => ({
    createRole: t.field({
      type: RoleOutput,
      auth: rolesAccess.modify,
      args: { input: t.arg({ type: CreateRoleInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        role: await context.services.roles.create(actorOf(context), {
          name: input.name,
          permissions: input.permissions,
          ...accessOf(input),
        }),
      }),
    }),
    updateRole: t.field({
      type: RoleOutput,
      auth: rolesAccess.modify,
      args: { input: t.arg({ type: UpdateRoleInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        role: await context.services.roles.update(
          actorOf(context),
          String(input.id),
          {
            ...(input.name == null ? {} : { name: input.name }),
            ...(input.permissions == null ? {} : { permissions: input.permissions }),
            ...accessOf(input),
          },
          input.updatedAt ?? undefined,
        ),
      }),
    }),
    deleteRole: t.field({
      type: shared.IdOutput,
      auth: rolesAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.roles.remove(actorOf(context), String(input.id));
        return { id: String(input.id) };
      },
    }),
  }));
  return { RoleType, AccessKind };
}

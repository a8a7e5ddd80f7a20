import { predefinedRoles } from '@margay/auth';
import { conflict, invalidInput, newUuid, notFound } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { refuseOutdated } from '../../api/refuse-outdated.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { OrganizationService } from '../organization/index.ts';
import { readRole, type RoleFields, type RoleInput } from './role-input.ts';
import {
  countOthersWhoManage,
  deleteRole,
  findRole,
  findRoleAccess,
  insertRole,
  listRoles,
  lockRoles,
  updateRole,
  type Role,
  type RoleAccess,
} from './store.ts';

export interface RolesService {
  list(): Promise<Role[]>;
  /** Undefined for nobody's role too, which is null. */
  byId(id: string | null, within?: Sql): Promise<Role | undefined>;
  byName(name: string, within?: Sql): Promise<Role | undefined>;
  /** What a role allows now: while data-lake access control is off, every log type, whatever it was given. */
  accessOf(id: string | null, within?: Sql): Promise<RoleAccess | undefined>;
  /** Throws `InvalidInput` with the field, and a conflict for a name that is reserved or taken. */
  create(actor: Actor, input: RoleInput): Promise<Role>;
  /**
   * What is left out stays. Counts for everybody who has the role at once. Admin stays as it is. With `since` it throws a
   * conflict (`RevisionConflict`) where the role was changed after that time.
   */
  update(actor: Actor, id: string, input: Partial<RoleInput>, since?: Date): Promise<Role>;
  /** Throws a conflict (`InUse`) while somebody has the role, or settings name it. */
  remove(actor: Actor, id: string): Promise<void>;
  /** Makes the roles every installation starts with; safe to call on every start. */
  ensurePredefined(): Promise<void>;
  /** Of what names roles elsewhere by their name. */
  onNameChanged(follower: RoleNameFollower): void;
}

/** Somewhere that names roles, and has to go on naming the right ones. */
export interface RoleNameFollower {
  /** As part of the change. */
  renamed(tx: Sql, actor: Actor, change: { from: string; to: string }): Promise<void>;
  /** Once the change counts. */
  afterRename(): Promise<void>;
  /** Throws a conflict (`InUse`) where the role is named. */
  refuseRemoval(tx: Sql, name: string): Promise<void>;
}

const fieldsOf = ({
  name,
  permissions,
  logTypeAccessKind,
  logTypeAccess,
  requiresSecondFactor,
}: Role): RoleFields => ({ name, permissions, logTypeAccessKind, logTypeAccess, requiresSecondFactor });

/** Without what somebody left out, which would stand above what is there. */
const given = <T extends object>(input: T): Partial<T> =>
  // The entries are those of the type.
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;

export function createRolesService({
  store,
  audit,
  organization,
}: {
  store: Store;
  audit: AuditLog;
  organization: Pick<OrganizationService, 'hasDataLakeAccessControl'>;
}): RolesService {
  const followers: RoleNameFollower[] = [];
  async function existing(tx: Sql, id: string): Promise<Role> {
    const role = await findRole(tx, 'id', id);
    if (role === undefined)
      throw notFound(`The role ${id.slice(0, 40)} does not exist any more. Reload the list.`);
    return role;
  }

  async function refuseTaken(tx: Sql, name: string, own?: string): Promise<void> {
    const other = await findRole(tx, 'name', name);
    if (other !== undefined && other.id !== own)
      throw conflict(`A role called ${other.name} exists already. Choose another name.`, {
        details: { field: 'name' },
      });
  }

  return {
    list: () => listRoles(store),
    byId: async (id, within = store) => (id === null ? undefined : findRole(within, 'id', id)),
    byName: (name, within = store) => findRole(within, 'name', name),
    async accessOf(id, within = store) {
      const role = await findRoleAccess(within, id);
      if (role === undefined || (await organization.hasDataLakeAccessControl(within))) return role;
      return { ...role, logTypeAccessKind: 'ALLOW_ALL', logTypeAccess: [] };
    },
    create: (actor, input) =>
      store.transaction(async (tx) => {
        const fields = readRole(input);
        await lockRoles(tx);
        await refuseTaken(tx, fields.name);
        const id = newUuid();
        await insertRole(tx, { id, ...fields });
        await audit.record({ action: 'CREATE_USER_ROLE', actor, params: { input: { id, ...fields } } }, tx);
        return existing(tx, id);
      }),
    async update(actor, id, input, since) {
      let isRenamed = false;
      const updated = await store.transaction(async (tx) => {
        await lockRoles(tx);
        const before = await existing(tx, id);
        if (before.name === 'Admin')
          throw invalidInput('The role Admin cannot be changed. Make another role from it.', {
            code: 'InvalidUpdate',
          });
        refuseOutdated(`the role ${before.name}`, since, before.updatedAt);
        // A new kind of access without a list must not meet the list of the old kind.
        const kept = input.logTypeAccessKind === undefined ? before : { ...before, logTypeAccess: [] };
        const fields = readRole({ ...fieldsOf(kept), ...given(input) });
        await refuseTaken(tx, fields.name, id);
        if (
          !fields.permissions.includes('UserModify') &&
          (await countOthersWhoManage(tx, { roleId: id })) === 0
        )
          throw invalidInput(
            'Nobody else could manage users any more. Give somebody else a role with UserModify first.',
            { code: 'InvalidUpdate', details: { field: 'permissions' } },
          );
        await updateRole(tx, { id, ...fields }, actor.id);
        isRenamed = fields.name !== before.name;
        if (isRenamed)
          for (const follower of followers)
            await follower.renamed(tx, actor, { from: before.name, to: fields.name });
        const change = { before: fieldsOf(before), after: fields };
        await audit.record({ action: 'UPDATE_USER_ROLE', actor, params: { input: { id }, ...change } }, tx);
        return existing(tx, id);
      });
      if (isRenamed) for (const follower of followers) await follower.afterRename();
      return updated;
    },
    remove: (actor, id) =>
      store.transaction(async (tx) => {
        await lockRoles(tx);
        const role = await existing(tx, id);
        if (role.name === 'Admin')
          throw invalidInput('The role Admin cannot be deleted.', { code: 'InvalidUpdate' });
        for (const follower of followers) await follower.refuseRemoval(tx, role.name);
        if (role.userCount > 0)
          throw conflict(
            `${role.userCount} ${role.userCount === 1 ? 'person has' : 'people have'} the role ${role.name}. Give them another role first.`,
            { code: 'InUse' },
          );
        await deleteRole(tx, id);
        await audit.record(
          { action: 'DELETE_USER_ROLE', actor, params: { input: { id }, before: fieldsOf(role) } },
          tx,
        );
      }),
    onNameChanged: (follower) => void followers.push(follower),
    async ensurePredefined() {
      await store.transaction(async (tx) => {
        if ((await listRoles(tx)).length > 0) return;
        for (const { name, permissions } of predefinedRoles) {
          await insertRole(tx, {
            id: newUuid(),
            name,
            permissions: [...permissions],
            logTypeAccessKind: 'ALLOW_ALL',
            logTypeAccess: [],
            requiresSecondFactor: false,
          });
        }
      });
    },
  };
}

import { normalizePermission, type LogTypeAccessKind, type Permission } from '@margay/auth';
import { firstRow, type Sql } from '@margay/store';

export interface Role {
  id: string;
  name: string;
  permissions: Permission[];
  logTypeAccessKind: LogTypeAccessKind;
  logTypeAccess: string[];
  /** Who has it signs in with a second factor. */
  requiresSecondFactor: boolean;
  userCount: number;
  createdAt: Date;
  updatedAt: Date;
}

interface RoleAccessRow {
  name: string;
  permissions: string[];
  log_type_access_kind: LogTypeAccessKind;
  log_type_access: string[];
}

interface RoleRow extends RoleAccessRow {
  id: string;
  requires_second_factor: boolean;
  user_count: number;
  created_at: Date;
  updated_at: Date;
}

export type RoleAccess = Pick<Role, 'name' | 'permissions' | 'logTypeAccessKind' | 'logTypeAccess'>;

const columns = `r.id, r.name, r.permissions, r.log_type_access_kind, r.log_type_access, r.requires_second_factor, r.created_at, r.updated_at,
  (select count(*) from users u where u.role_id = r.id and u.deleted_at is null) as user_count`;

/** Of the names a role was stored with; those that are none any more are left out. */
const permissionsOf = (names: readonly string[]): Permission[] =>
  names.flatMap((name) => normalizePermission(name) ?? []);

const toAccess = (row: RoleAccessRow): RoleAccess => ({
  name: row.name,
  permissions: permissionsOf(row.permissions),
  logTypeAccessKind: row.log_type_access_kind,
  logTypeAccess: row.log_type_access,
});

const toRole = (row: RoleRow): Role => ({
  id: row.id,
  ...toAccess(row),
  requiresSecondFactor: row.requires_second_factor,
  userCount: row.user_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function listRoles(sql: Sql): Promise<Role[]> {
  const rows = await sql.query<RoleRow>(`select ${columns} from roles r order by lower(r.name)`);
  return rows.map(toRole);
}

export async function findRole(sql: Sql, by: 'id' | 'name', value: string): Promise<Role | undefined> {
  const where = by === 'id' ? 'r.id = $1' : 'lower(r.name) = lower($1)';
  const row = await firstRow<RoleRow>(sql, `select ${columns} from roles r where ${where}`, [value]);
  return row && toRole(row);
}

/** What a role allows, without counting its people. */
export async function findRoleAccess(sql: Sql, id: string | null): Promise<RoleAccess | undefined> {
  const row = await firstRow<RoleAccessRow>(
    sql,
    'select name, permissions, log_type_access_kind, log_type_access from roles where id = $1',
    [id],
  );
  return row && toAccess(row);
}

/** Until the transaction ends nobody else changes a role, nor who has which. Reading goes on. */
export async function lockRoles(tx: Sql): Promise<void> {
  await tx.exec('lock table roles, users in share row exclusive mode');
}

type KeptRole = Pick<
  Role,
  'id' | 'name' | 'permissions' | 'logTypeAccessKind' | 'logTypeAccess' | 'requiresSecondFactor'
>;

const valuesOf = (role: KeptRole) => [
  role.id,
  role.name,
  [...role.permissions],
  role.logTypeAccessKind,
  [...role.logTypeAccess],
  role.requiresSecondFactor,
];

export async function insertRole(sql: Sql, role: KeptRole): Promise<void> {
  await sql.query(
    `insert into roles (id, name, permissions, log_type_access_kind, log_type_access, requires_second_factor)
     values ($1, $2, $3::text[], $4, $5::text[], $6) on conflict do nothing`,
    valuesOf(role),
  );
}

export async function updateRole(sql: Sql, role: KeptRole, by: string): Promise<void> {
  await sql.query(
    `update roles set name = $2, permissions = $3::text[], log_type_access_kind = $4, log_type_access = $5::text[],
       requires_second_factor = $6, updated_at = now(), updated_by = $7 where id = $1`,
    [...valuesOf(role), by],
  );
}

export async function deleteRole(sql: Sql, id: string): Promise<void> {
  await sql.query(`delete from roles where id = $1`, [id]);
}

/** People who may sign in and manage users, apart from one of them, or from all who have a role. */
export async function countOthersWhoManage(
  sql: Sql,
  apartFrom: { userId: string } | { roleId: string },
): Promise<number> {
  const [column, id] = 'userId' in apartFrom ? ['u.id', apartFrom.userId] : ['r.id', apartFrom.roleId];
  const row = await firstRow<{ n: number }>(
    sql,
    `select count(*) as n from users u join roles r on r.id = u.role_id
     where u.enabled and u.deleted_at is null and ${column} <> $1 and 'UserModify' = any(r.permissions)`,
    [id],
  );
  return row?.n ?? 0;
}

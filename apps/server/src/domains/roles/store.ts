import { normalizePermission, type LogTypeAccessKind, type Permission } from '@margay/auth';
import { firstRow, type Sql } from '@margay/store';

export interface Role {
  id: string;
  name: string;
  permissions: Permission[];
  logTypeAccessKind: LogTypeAccessKind;
  logTypeAccess: string[];
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
  user_count: number;
  created_at: Date;
  updated_at: Date;
}

export type RoleAccess = Pick<Role, 'name' | 'permissions' | 'logTypeAccessKind' | 'logTypeAccess'>;

const columns = `r.id, r.name, r.permissions, r.log_type_access_kind, r.log_type_access, r.created_at, r.updated_at,
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
export async function findRoleAccess(sql: Sql, id: string): Promise<RoleAccess | undefined> {
  const row = await firstRow<RoleAccessRow>(
    sql,
    'select name, permissions, log_type_access_kind, log_type_access from roles where id = $1',
    [id],
  );
  return row && toAccess(row);
}

export async function insertRole(sql: Sql, role: Pick<Role, 'id' | 'name' | 'permissions'>): Promise<void> {
  await sql.query(
    'insert into roles (id, name, permissions) values ($1, $2, $3::text[]) on conflict do nothing',
    [role.id, role.name, [...role.permissions]],
  );
}

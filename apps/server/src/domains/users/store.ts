import { firstRow, type Sql } from '@margay/store';

export type UserStatus =
  | 'UNCONFIRMED'
  | 'CONFIRMED'
  | 'EXTERNAL_PROVIDER'
  | 'FORCE_CHANGE_PASSWORD'
  | 'RESET_REQUIRED'
  | 'ARCHIVED'
  | 'UNKNOWN';

export interface User {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  roleId: string;
  status: UserStatus;
  enabled: boolean;
  createdAt: Date;
  lastLoggedInAt: Date | null;
}

interface UserRow {
  id: string;
  email: string;
  given_name: string;
  family_name: string;
  role_id: string;
  status: UserStatus;
  enabled: boolean;
  created_at: Date;
  last_logged_in_at: Date | null;
  password_hash: string | null;
}

const columns =
  'id, email, given_name, family_name, role_id, status, enabled, created_at, last_logged_in_at, password_hash';

const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  givenName: row.given_name,
  familyName: row.family_name,
  roleId: row.role_id,
  status: row.status,
  enabled: row.enabled,
  createdAt: row.created_at,
  lastLoggedInAt: row.last_logged_in_at,
});

export async function listUsers(sql: Sql): Promise<User[]> {
  const rows = await sql.query<UserRow>(
    `select ${columns} from users where deleted_at is null order by created_at desc, id`,
  );
  return rows.map(toUser);
}

export async function findUser(sql: Sql, id: string): Promise<User | undefined> {
  const row = await firstRow<UserRow>(sql, `select ${columns} from users where id = $1`, [id]);
  return row && toUser(row);
}

export async function findUsers(sql: Sql, ids: readonly string[]): Promise<User[]> {
  const rows = await sql.query<UserRow>(`select ${columns} from users where id = any($1::text[])`, [
    [...ids],
  ]);
  return rows.map(toUser);
}

export async function findCredentials(
  sql: Sql,
  email: string,
): Promise<{ user: User; passwordHash: string | undefined } | undefined> {
  const row = await firstRow<UserRow>(
    sql,
    `select ${columns} from users where lower(email) = lower($1) and deleted_at is null`,
    [email],
  );
  return row && { user: toUser(row), passwordHash: row.password_hash ?? undefined };
}

/** Until the transaction ends nobody else adds or changes a person. Reading goes on. */
export async function lockUsers(tx: Sql): Promise<void> {
  await tx.exec('lock table users in share row exclusive mode');
}

export async function countUsers(sql: Sql): Promise<number> {
  const row = await firstRow<{ n: number }>(sql, 'select count(*) as n from users');
  return row?.n ?? 0;
}

export async function insertUser(
  sql: Sql,
  user: Pick<User, 'id' | 'email' | 'givenName' | 'familyName' | 'roleId' | 'status'> & {
    passwordHash: string;
  },
): Promise<void> {
  await sql.query(
    `insert into users (id, email, given_name, family_name, role_id, status, password_hash)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [user.id, user.email, user.givenName, user.familyName, user.roleId, user.status, user.passwordHash],
  );
}

export async function updateNames(
  sql: Sql,
  user: { id: string; givenName: string; familyName: string },
): Promise<void> {
  await sql.query('update users set given_name = $2, family_name = $3, updated_at = now() where id = $1', [
    user.id,
    user.givenName,
    user.familyName,
  ]);
}

export async function updatePassword(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql.query(
    `update users set password_hash = $2, status = 'CONFIRMED', updated_at = now() where id = $1`,
    [id, passwordHash],
  );
}

export async function markSignedIn(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query('update users set last_logged_in_at = $2 where id = $1', [id, at]);
}

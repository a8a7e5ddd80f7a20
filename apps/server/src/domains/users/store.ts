import { firstRow, type Sql } from '@margay/store';

export type UserStatus =
  | 'UNCONFIRMED'
  | 'CONFIRMED'
  | 'EXTERNAL_PROVIDER'
  | 'FORCE_CHANGE_PASSWORD'
  | 'RESET_REQUIRED'
  | 'ARCHIVED'
  | 'UNKNOWN';

/**
 * Where the role of a person comes from: an administrator chose it, it is the default of people who sign in with the
 * identity provider, or an attribute of theirs there names it.
 */
export const roleSources = ['chosen', 'default', 'attribute'] as const;
export type RoleSource = (typeof roleSources)[number];

export interface User {
  /** The username: what the account is known by everywhere. It stays when name and email change. */
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  /** Null once the person was deleted. */
  roleId: string | null;
  roleSource: RoleSource;
  status: UserStatus;
  enabled: boolean;
  isDeleted: boolean;
  createdAt: Date;
  lastLoggedInAt: Date | null;
}

interface UserRow {
  id: string;
  email: string;
  given_name: string;
  family_name: string;
  role_id: string | null;
  role_source: RoleSource;
  status: UserStatus;
  enabled: boolean;
  created_at: Date;
  last_logged_in_at: Date | null;
  password_hash: string | null;
  temporary_until: Date | null;
  deleted_at: Date | null;
}

const columns =
  'id, email, given_name, family_name, role_id, role_source, status, enabled, created_at, last_logged_in_at, password_hash, temporary_until, deleted_at';

const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  givenName: row.given_name,
  familyName: row.family_name,
  roleId: row.role_id,
  roleSource: row.role_source,
  status: row.status,
  enabled: row.enabled,
  isDeleted: row.deleted_at !== null,
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

export interface Credentials {
  user: User;
  passwordHash: string | undefined;
  /** Until when a temporary password opens anything; null for one the person chose. */
  temporaryUntil: Date | null;
}

/** Of people who sign in here: several of the identity provider's may have one email, and none of them a password. */
export async function findCredentials(sql: Sql, email: string): Promise<Credentials | undefined> {
  const row = await firstRow<UserRow>(
    sql,
    `select ${columns} from users
     where lower(email) = lower($1) and deleted_at is null and status <> 'EXTERNAL_PROVIDER'`,
    [email],
  );
  return (
    row && {
      user: toUser(row),
      passwordHash: row.password_hash ?? undefined,
      temporaryUntil: row.temporary_until,
    }
  );
}

/** Until the transaction ends nobody else adds or changes a person. Reading goes on. */
export async function lockUsers(tx: Sql): Promise<void> {
  await tx.exec('lock table users in share row exclusive mode');
}

export async function countUsers(sql: Sql): Promise<number> {
  const row = await firstRow<{ n: number }>(sql, 'select count(*) as n from users');
  return row?.n ?? 0;
}

export async function findByEmail(sql: Sql, email: string): Promise<User | undefined> {
  return (await findCredentials(sql, email))?.user;
}

export async function insertUser(
  sql: Sql,
  user: Pick<User, 'id' | 'email' | 'givenName' | 'familyName' | 'roleId' | 'status'> & {
    passwordHash: string | null;
    temporaryUntil?: Date;
    roleSource?: RoleSource;
  },
): Promise<void> {
  await sql.query(
    `insert into users (id, email, given_name, family_name, role_id, status, password_hash, temporary_until, role_source)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      user.id,
      user.email,
      user.givenName,
      user.familyName,
      user.roleId,
      user.status,
      user.passwordHash,
      user.temporaryUntil ?? null,
      user.roleSource ?? 'chosen',
    ],
  );
}

export async function updateUser(
  sql: Sql,
  user: Pick<User, 'id' | 'email' | 'givenName' | 'familyName' | 'roleId' | 'roleSource' | 'enabled'>,
): Promise<void> {
  await sql.query(
    `update users set email = $2, given_name = $3, family_name = $4, role_id = $5, role_source = $6, enabled = $7,
       updated_at = now() where id = $1`,
    [user.id, user.email, user.givenName, user.familyName, user.roleId, user.roleSource, user.enabled],
  );
}

export async function moveDefaultRole(sql: Sql, roleId: string): Promise<void> {
  await sql.query(
    `update users set role_id = $1, updated_at = now()
     where role_source = 'default' and deleted_at is null and role_id <> $1`,
    [roleId],
  );
}

export async function setTemporaryPassword(
  sql: Sql,
  id: string,
  { hash, until }: { hash: string; until: Date },
): Promise<void> {
  await sql.query(
    `update users set password_hash = $2, status = 'FORCE_CHANGE_PASSWORD', temporary_until = $3, updated_at = now()
     where id = $1`,
    [id, hash, until],
  );
}

/** Keeps the names for what the person did, and nothing to sign in with. */
export async function tombstoneUser(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from user_identities where user_id = $1', [id]);
  await sql.query(
    `update users set deleted_at = now(), enabled = false, role_id = null, password_hash = null, status = 'ARCHIVED',
       updated_at = now() where id = $1`,
    [id],
  );
}

export async function updatePassword(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql.query(
    `update users set password_hash = $2, status = 'CONFIRMED', temporary_until = null, updated_at = now() where id = $1`,
    [id, passwordHash],
  );
}

export async function markSignedIn(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query('update users set last_logged_in_at = $2 where id = $1', [id, at]);
}

import { firstRow, type Sql } from '@margay/store';
import { permissionsOf, type Role } from '../roles/index.ts';
import type { User } from '../users/index.ts';

export interface Session {
  id: string;
  userId: string;
  authTime: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

interface SessionRow {
  id: string;
  user_id: string;
  auth_time: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

const toSession = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  authTime: row.auth_time,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});
const columns = 'id, user_id, auth_time, expires_at, revoked_at';

export async function insertSession(sql: Sql, session: Session, refreshDigest: string): Promise<void> {
  await sql.query(
    'insert into sessions (id, user_id, refresh_digest, auth_time, expires_at) values ($1, $2, $3, $4, $5)',
    [session.id, session.userId, refreshDigest, session.authTime, session.expiresAt],
  );
}

export async function findSession(
  sql: Sql,
  by: 'id' | 'refresh',
  value: string,
): Promise<Session | undefined> {
  const where = by === 'id' ? 'id = $1' : 'refresh_digest = $1';
  const row = await firstRow<SessionRow>(sql, `select ${columns} from sessions where ${where}`, [value]);
  return row && toSession(row);
}

export interface SignedIn {
  session: Session;
  user: Pick<User, 'id' | 'email' | 'givenName' | 'familyName' | 'enabled'>;
  role: Pick<Role, 'name' | 'permissions' | 'logTypeAccessKind' | 'logTypeAccess'> | undefined;
}

interface SignedInRow extends SessionRow {
  email: string;
  given_name: string;
  family_name: string;
  enabled: boolean;
  role_name: string | null;
  permissions: string[];
  log_type_access_kind: Role['logTypeAccessKind'];
  log_type_access: string[];
}

/** A session with its person and role as they are now, in one question: each request asks it. */
export async function findSignedIn(
  sql: Sql,
  sessionId: string,
  userId: string,
): Promise<SignedIn | undefined> {
  const row = await firstRow<SignedInRow>(
    sql,
    `select s.id, s.user_id, s.auth_time, s.expires_at, s.revoked_at, u.email, u.given_name, u.family_name, u.enabled,
       r.name as role_name, r.permissions, r.log_type_access_kind, r.log_type_access
     from sessions s join users u on u.id = s.user_id left join roles r on r.id = u.role_id
     where s.id = $1 and u.id = $2`,
    [sessionId, userId],
  );
  if (row === undefined) return undefined;
  return {
    session: toSession(row),
    user: {
      id: row.user_id,
      email: row.email,
      givenName: row.given_name,
      familyName: row.family_name,
      enabled: row.enabled,
    },
    role:
      row.role_name === null
        ? undefined
        : {
            name: row.role_name,
            permissions: permissionsOf(row.permissions),
            logTypeAccessKind: row.log_type_access_kind,
            logTypeAccess: row.log_type_access,
          },
  };
}

export async function revokeSessions(sql: Sql, by: 'id' | 'user_id', value: string): Promise<void> {
  await sql.query(`update sessions set revoked_at = now() where ${by} = $1 and revoked_at is null`, [value]);
}

export async function dropExpiredSessions(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from sessions where expires_at < $1', [before]);
}

/** The newest ones: each start of the server prints another, and all work until the first is used. */
const mostSetupLinks = 20;

export async function addSetupLink(tx: Sql, digest: string): Promise<void> {
  await tx.query('insert into setup_links (digest) values ($1)', [digest]);
  await tx.query(
    'delete from setup_links where digest not in (select digest from setup_links order by created_at desc, digest limit $1)',
    [mostSetupLinks],
  );
}

export async function isSetupLink(sql: Sql, digest: string): Promise<boolean> {
  return (await firstRow(sql, 'select 1 from setup_links where digest = $1', [digest])) !== undefined;
}

/** Ends all links when this is one of them; false when it is none, or somebody was quicker. */
export async function useSetupLink(tx: Sql, digest: string): Promise<boolean> {
  const used = await tx.query(
    'delete from setup_links where exists (select 1 from setup_links where digest = $1) returning digest',
    [digest],
  );
  return used.length > 0;
}

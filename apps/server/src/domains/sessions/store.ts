import { firstRow, type Sql } from '@margay/store';

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

import { firstRow, type Sql } from '@margay/store';

/** How the person of a session proved who they are. */
export const providers = ['password', 'local', 'setup', 'oidc', 'saml', 'support'] as const;
export type Provider = (typeof providers)[number];

export interface Session {
  id: string;
  userId: string;
  provider: Provider;
  authTime: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** How often its refresh token was renewed, and when last. */
  generation: number;
  renewedAt: Date | null;
  /** Where it was used from at its last renewal, or its begin. Null for what began before this was kept. */
  sourceIp: string | null;
  userAgent: string | null;
}

interface SessionRow {
  id: string;
  user_id: string;
  provider: Provider;
  auth_time: Date;
  expires_at: Date;
  revoked_at: Date | null;
  generation: number;
  renewed_at: Date | null;
  source_ip: string | null;
  user_agent: string | null;
}

const toSession = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  provider: row.provider,
  authTime: row.auth_time,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  generation: row.generation,
  renewedAt: row.renewed_at,
  sourceIp: row.source_ip,
  userAgent: row.user_agent,
});
const columns =
  'id, user_id, provider, auth_time, expires_at, revoked_at, generation, renewed_at, source_ip, user_agent';

export type NewSession = Omit<Session, 'revokedAt' | 'generation' | 'renewedAt'>;

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await sql.query(
    `insert into sessions (id, user_id, provider, auth_time, expires_at, source_ip, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      session.id,
      session.userId,
      session.provider,
      session.authTime,
      session.expiresAt,
      session.sourceIp,
      session.userAgent,
    ],
  );
}

export async function findSession(sql: Sql, id: string): Promise<Session | undefined> {
  const row = await firstRow<SessionRow>(sql, `select ${columns} from sessions where id = $1`, [id]);
  return row && toSession(row);
}

/** The session with its next generation; undefined when somebody was quicker, or it was ended. */
export async function renewSession(
  sql: Sql,
  { id, generation }: Pick<Session, 'id' | 'generation'>,
  { at, sourceIp, userAgent }: { at: Date } & Pick<Session, 'sourceIp' | 'userAgent'>,
): Promise<Session | undefined> {
  const row = await firstRow<SessionRow>(
    sql,
    `update sessions set generation = generation + 1, renewed_at = $3, source_ip = $4, user_agent = $5
     where id = $1 and generation = $2 and revoked_at is null returning ${columns}`,
    [id, generation, at, sourceIp, userAgent],
  );
  return row && toSession(row);
}

/** Sessions of a person that are neither ended nor over, the one used last first. */
export async function listOpenSessions(sql: Sql, userId: string, now: Date): Promise<Session[]> {
  const rows = await sql.query<SessionRow>(
    `select ${columns} from sessions where user_id = $1 and revoked_at is null and expires_at > $2
     order by coalesce(renewed_at, auth_time) desc, id`,
    [userId, now],
  );
  return rows.map(toSession);
}

/** Ends sessions of a person: one of them, or all but one. How many there were. */
export async function revokeOwnSessions(
  sql: Sql,
  userId: string,
  which: { only: string } | { allBut: string },
): Promise<number> {
  const [sign, id] = 'only' in which ? ['=', which.only] : ['<>', which.allBut];
  const ended = await sql.query(
    `update sessions set revoked_at = now() where user_id = $1 and id ${sign} $2 and revoked_at is null returning id`,
    [userId, id],
  );
  return ended.length;
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

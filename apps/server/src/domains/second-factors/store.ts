import { firstRow, type Sql } from '@margay/store';

/** An authenticator app of a person. */
export interface Authenticator {
  /** Sealed. */
  secret: string;
  /** The 30-second step of the last code that counted. */
  lastStep: number;
}

export async function findAuthenticator(sql: Sql, userId: string): Promise<Authenticator | undefined> {
  const row = await firstRow<{ secret: string; last_step: number }>(
    sql,
    'select secret, last_step from second_factors where user_id = $1',
    [userId],
  );
  return row && { secret: row.secret, lastStep: row.last_step };
}

/** False when the person has one already: of two at once the first stays. */
export async function insertAuthenticator(tx: Sql, userId: string, app: Authenticator): Promise<boolean> {
  const made = await tx.query(
    `insert into second_factors (user_id, secret, last_step) values ($1, $2, $3)
     on conflict (user_id) do nothing returning user_id`,
    [userId, app.secret, app.lastStep],
  );
  return made.length > 0;
}

/** False when a code of this step or a later one counted already, in whatever process. */
export async function takeStep(sql: Sql, userId: string, step: number): Promise<boolean> {
  const taken = await sql.query(
    'update second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
    [userId, step],
  );
  return taken.length > 0;
}

export async function deleteAuthenticator(sql: Sql, userId: string): Promise<boolean> {
  const gone = await sql.query('delete from second_factors where user_id = $1 returning user_id', [userId]);
  return gone.length > 0;
}

export async function replaceRecoveryCodes(
  tx: Sql,
  userId: string,
  digests: readonly string[],
): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
  await tx.query('insert into recovery_codes (user_id, digest) select $1, unnest($2::text[])', [
    userId,
    [...digests],
  ]);
}

/** False when the person has no such code, or it was used. */
export async function takeRecoveryCode(sql: Sql, userId: string, digest: string): Promise<boolean> {
  const taken = await sql.query(
    'delete from recovery_codes where user_id = $1 and digest = $2 returning digest',
    [userId, digest],
  );
  return taken.length > 0;
}

/** The people of these who have an authenticator app. */
export async function usersWithAuthenticator(sql: Sql, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ user_id: string }>(
    'select user_id from second_factors where user_id = any($1::text[])',
    [[...userIds]],
  );
  return new Set(rows.map((row) => row.user_id));
}

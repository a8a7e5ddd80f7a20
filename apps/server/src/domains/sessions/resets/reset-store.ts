import { firstRow, type Sql } from '@margay/store';

/** A mailed code is short and dies of wrong guesses; the secret of a link is long and does not. */
export type ResetKind = 'code' | 'link';

export interface PasswordReset {
  userId: string;
  kind: ResetKind;
  digest: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The newest of its kind counts; false, and nothing is done, where there is one made after `unlessAfter`. */
export async function putReset(sql: Sql, reset: PasswordReset, unlessAfter: Date): Promise<boolean> {
  const put = await sql.query(
    `insert into password_resets as kept (user_id, kind, digest, created_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, kind) do update set digest = $3, created_at = $4, expires_at = $5, failures = 0
     where kept.created_at <= $6 returning user_id`,
    [reset.userId, reset.kind, reset.digest, reset.createdAt, reset.expiresAt, unlessAfter],
  );
  return put.length > 0;
}

/**
 * The digest of what sets a password for this account. Each call counts as a try before anybody knows whether it is right,
 * so that of many at once no more than `mostTries` codes are compared.
 */
export async function countTry(
  sql: Sql,
  { userId, kind, mostTries, now }: { userId: string; kind: ResetKind; mostTries: number; now: Date },
): Promise<string | undefined> {
  const row = await firstRow<{ digest: string }>(
    sql,
    `update password_resets set failures = failures + 1
     where user_id = $1 and kind = $2 and expires_at > $4 and (kind = 'link' or failures < $3) returning digest`,
    [userId, kind, mostTries, now],
  );
  return row?.digest;
}

/** False when somebody used it first. */
export async function takeReset(tx: Sql, userId: string, digest: string): Promise<boolean> {
  const taken = await tx.query(
    'delete from password_resets where user_id = $1 and digest = $2 returning user_id',
    [userId, digest],
  );
  return taken.length > 0;
}

/** What was made before a password was set, or access ended, sets none afterwards. */
export async function endResetsOf(tx: Sql, userId: string): Promise<void> {
  await tx.query('delete from password_resets where user_id = $1', [userId]);
}

export async function dropExpiredResets(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from password_resets where expires_at < $1', [before]);
}

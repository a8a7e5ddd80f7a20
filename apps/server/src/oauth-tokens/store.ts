import { firstRow, type Sql } from '@margay/store';

/** What is known of an owner's tokens. */
export interface StoredToken {
  /** Fingerprint of all settings that the access token was got with. */
  gotWith: string | null;
  /** Fingerprint of the settings that the refresh token hangs on. */
  refreshedWith: string | null;
  /** Both tokens. */
  sealed: string | null;
  /** Of the access token; null: it is good until it is refused. */
  expiresAt: Date | null;
}

/** The right to ask for the next token of an owner; `fence` tells an old holder from the present one. */
export interface TokenClaim {
  owner: string;
  fence: number;
}

const columns = `got_with as "gotWith", refreshed_with as "refreshedWith", sealed, expires_at as "expiresAt"`;

export const findToken = (sql: Sql, owner: string): Promise<StoredToken | undefined> =>
  firstRow<StoredToken>(sql, `select ${columns} from oauth_tokens where owner = $1`, [owner]);

/**
 * Claims an owner's tokens, and says what is known of them by then. Undefined while another living process holds them; a
 * claim that it forgot to give back ends by itself. A claim of the same holder is one that it failed to give back.
 */
export async function claimToken(
  sql: Sql,
  owner: string,
  holderId: string,
): Promise<{ claim: TokenClaim; token: StoredToken } | undefined> {
  const row = await firstRow<StoredToken & { fence: number | string }>(
    sql,
    `insert into oauth_tokens as t (owner, holder_id, held_until, fence) values ($1, $2, now() + interval '2 minutes', 1)
     on conflict (owner) do update set holder_id = $2, held_until = now() + interval '2 minutes', fence = t.fence + 1
       where t.holder_id is null or t.holder_id = $2 or t.held_until < now()
         or not exists (select 1 from processes q where q.id = t.holder_id and q.lease_until >= now())
     returning fence, ${columns}`,
    [owner, holderId],
  );
  if (row === undefined) return undefined;
  const { fence, ...token } = row;
  return { claim: { owner, fence: Number(fence) }, token };
}

/** Keeps a token; false where another process holds it by now, or the owner is gone. */
export async function keepToken(
  sql: Sql,
  { owner, fence }: TokenClaim,
  { gotWith, refreshedWith, sealed, expiresAt }: StoredToken,
): Promise<boolean> {
  const rows = await sql.query(
    `update oauth_tokens set got_with = $3, refreshed_with = $4, sealed = $5, expires_at = $6
     where owner = $1 and fence = $2 returning 1`,
    [owner, fence, gotWith, refreshedWith, sealed, expiresAt],
  );
  return rows.length > 0;
}

/** Gives the claim back, and leaves what is known. */
export async function releaseToken(sql: Sql, { owner, fence }: TokenClaim): Promise<void> {
  await sql.query(
    'update oauth_tokens set holder_id = null, held_until = null where owner = $1 and fence = $2',
    [owner, fence],
  );
}

/**
 * Of owners that are gone: a request that was under way when its source or destination was deleted may have kept one after
 * that.
 */
export async function forgetLeftTokens(sql: Sql): Promise<void> {
  await sql.query(
    `delete from oauth_tokens t where
       (t.owner like 'source:%' and not exists (
         select 1 from log_sources s where t.owner = 'source:' || s.id and s.deleted_at is null))
       or (t.owner like 'destination:%' and not exists (
         select 1 from destinations d where t.owner = 'destination:' || d.output_id))`,
  );
}

/** With its owner. */
export async function forgetToken(sql: Sql, owner: string): Promise<void> {
  await sql.query('delete from oauth_tokens where owner = $1', [owner]);
}

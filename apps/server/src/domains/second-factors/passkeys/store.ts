import { firstRow, type Sql } from '@margay/store';

export interface Passkey {
  /** As the authenticator chose it, base64url. */
  id: string;
  userId: string;
  /** Name of the host it works at. */
  rpId: string;
  /** What its owner calls it. */
  name: string;
  /** COSE, base64url. */
  publicKey: string;
  /** How often it has signed, where the authenticator counts; else 0. */
  counter: number;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface PasskeyRow {
  id: string;
  user_id: string;
  rp_id: string;
  name: string;
  public_key: string;
  counter: number;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
}

const columns = 'id, user_id, rp_id, name, public_key, counter, transports, created_at, last_used_at';
const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  userId: row.user_id,
  rpId: row.rp_id,
  name: row.name,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

export async function listPasskeys(sql: Sql, userId: string): Promise<Passkey[]> {
  const rows = await sql.query<PasskeyRow>(
    `select ${columns} from passkeys where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows.map(toPasskey);
}

export async function findPasskey(sql: Sql, userId: string, id: string): Promise<Passkey | undefined> {
  const row = await firstRow<PasskeyRow>(
    sql,
    `select ${columns} from passkeys where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row && toPasskey(row);
}

/** False when it is registered already, by whomever. */
export async function insertPasskey(tx: Sql, passkey: Passkey): Promise<boolean> {
  const made = await tx.query(
    `insert into passkeys (${columns}) values ($1, $2, $3, $4, $5, $6, $7::text[], $8, $9)
     on conflict (id) do nothing returning id`,
    [
      passkey.id,
      passkey.userId,
      passkey.rpId,
      passkey.name,
      passkey.publicKey,
      passkey.counter,
      [...passkey.transports],
      passkey.createdAt,
      passkey.lastUsedAt,
    ],
  );
  return made.length > 0;
}

/** False when a signature with this count or a later one counted already, in whatever process. */
export async function takeCount(
  sql: Sql,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
  counter: number,
  at: Date,
): Promise<boolean> {
  const taken = await sql.query(
    `update passkeys set counter = $3, last_used_at = $4
     where id = $1 and user_id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning id`,
    [id, userId, counter, at],
  );
  return taken.length > 0;
}

export async function renamePasskey(sql: Sql, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = await sql.query(
    'update passkeys set name = $3 where user_id = $1 and id = $2 returning id',
    [userId, id, name],
  );
  return renamed.length > 0;
}

export async function deletePasskey(tx: Sql, userId: string, id: string): Promise<void> {
  await tx.query('delete from passkeys where user_id = $1 and id = $2', [userId, id]);
}

/** False where there were none. */
export async function deletePasskeysOf(tx: Sql, userId: string): Promise<boolean> {
  const gone = await tx.query('delete from passkeys where user_id = $1 returning id', [userId]);
  return gone.length > 0;
}

/** Of two who change the factors of one person, the second waits until the first is done. */
export async function lockFactorsOf(tx: Sql, userId: string): Promise<void> {
  await tx.query('select id from users where id = $1 for update', [userId]);
}

/** The people of these who have a passkey. */
export async function usersWithPasskeys(sql: Sql, userIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ user_id: string }>(
    'select distinct user_id from passkeys where user_id = any($1::text[])',
    [[...userIds]],
  );
  return rows.map((row) => row.user_id);
}

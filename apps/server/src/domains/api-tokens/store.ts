import {
  normalizePermission,
  type LogTypeAccess,
  type LogTypeAccessKind,
  type Permission,
} from '@margay/auth';
import { firstRow, type Sql } from '@margay/store';
import { Author, nullableAuthor } from '../../api/author.ts';

export interface ApiToken {
  id: string;
  name: string;
  permissions: Permission[];
  /** Networks it may be used from, as `203.0.113.0/24`; empty for everywhere. */
  allowedNetworks: string[];
  /** What it was given, which its maker could read then. */
  logTypeAccess: LogTypeAccess;
  /** Null: never. */
  expiresAt: Date | null;
  /** To the minute. */
  lastUsedAt: Date | null;
  /** Until when the value before the last rotation counts; null where it does not. */
  previousUntil: Date | null;
  createdAt: Date;
  createdBy: Author;
  /** Who answers for it, and whose own access bounds it: who made it, or rotated it last. */
  maker: Author;
  updatedAt: Date | null;
  updatedBy: Author | null;
  rotatedAt: Date | null;
  rotatedBy: Author | null;
}

interface TokenRow {
  id: string;
  name: string;
  permissions: string[];
  allowed_networks: string[];
  log_type_access_kind: LogTypeAccessKind;
  log_type_access: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
  previous_until: Date | null;
  created_at: Date;
  created_by: unknown;
  maker: unknown;
  updated_at: Date | null;
  updated_by: unknown;
  rotated_at: Date | null;
  rotated_by: unknown;
}

const columns = `id, name, permissions, allowed_networks, log_type_access_kind, log_type_access, expires_at, last_used_at,
  previous_until, created_at, created_by, maker, updated_at, updated_by, rotated_at, rotated_by`;

const toToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  permissions: row.permissions.flatMap((name) => normalizePermission(name) ?? []),
  allowedNetworks: row.allowed_networks,
  logTypeAccess: { kind: row.log_type_access_kind, logTypes: row.log_type_access },
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  previousUntil: row.previous_until,
  createdAt: row.created_at,
  createdBy: Author.parse(row.created_by),
  maker: Author.parse(row.maker),
  updatedAt: row.updated_at,
  updatedBy: nullableAuthor(row.updated_by),
  rotatedAt: row.rotated_at,
  rotatedBy: nullableAuthor(row.rotated_by),
});

export async function listTokens(sql: Sql): Promise<ApiToken[]> {
  const rows = await sql.query<TokenRow>(`select ${columns} from api_tokens order by created_at desc, id`);
  return rows.map(toToken);
}

export async function findToken(sql: Sql, id: string): Promise<ApiToken | undefined> {
  const row = await firstRow<TokenRow>(sql, `select ${columns} from api_tokens where id = $1`, [id]);
  return row && toToken(row);
}

/** The token of a value, by its digest: the newest value, or the one before while it counts. */
export async function findTokenByDigest(sql: Sql, digest: string): Promise<ApiToken | undefined> {
  const row = await firstRow<TokenRow>(
    sql,
    `select ${columns}
     from api_tokens where digest = $1 or (previous_digest = $1 and previous_until > now())`,
    [digest],
  );
  return row && toToken(row);
}

/** Until the transaction ends nobody else makes or changes one. Reading goes on. */
export async function lockTokens(tx: Sql): Promise<void> {
  await tx.exec('lock table api_tokens in share row exclusive mode');
}

export async function findTokenByName(sql: Sql, name: string): Promise<ApiToken | undefined> {
  const row = await firstRow<TokenRow>(
    sql,
    `select ${columns} from api_tokens where lower(name) = lower($1)`,
    [name],
  );
  return row && toToken(row);
}

export type TokenFields = Pick<
  ApiToken,
  'name' | 'permissions' | 'allowedNetworks' | 'logTypeAccess' | 'expiresAt'
>;

const valuesOf = (id: string, fields: TokenFields) => [
  id,
  fields.name,
  fields.permissions,
  fields.allowedNetworks,
  fields.logTypeAccess.kind,
  [...fields.logTypeAccess.logTypes],
  fields.expiresAt,
];

export async function insertToken(
  tx: Sql,
  { id, digest, at, by, ...fields }: TokenFields & { id: string; digest: string; at: Date; by: Author },
): Promise<void> {
  await tx.query(
    `insert into api_tokens (id, name, permissions, allowed_networks, log_type_access_kind, log_type_access, expires_at,
       digest, created_at, created_by, maker)
     values ($1, $2, $3::text[], $4::text[], $5, $6::text[], $7, $8, $9, $10::jsonb, $10::jsonb)`,
    [...valuesOf(id, fields), digest, at, JSON.stringify(by)],
  );
}

export async function updateToken(
  tx: Sql,
  { id, at, by, ...fields }: TokenFields & { id: string; at: Date; by: Author },
): Promise<void> {
  await tx.query(
    `update api_tokens set name = $2, permissions = $3::text[], allowed_networks = $4::text[], log_type_access_kind = $5,
       log_type_access = $6::text[], expires_at = $7, updated_at = $8, updated_by = $9::jsonb where id = $1`,
    [...valuesOf(id, fields), at, JSON.stringify(by)],
  );
}

/** The value so far counts until `previousUntil`, or no longer where that is null. */
export async function rotateToken(
  tx: Sql,
  rotation: { id: string; digest: string; previousUntil: Date | null; at: Date; by: Author; maker: Author },
): Promise<void> {
  const { id, digest, previousUntil, at, by, maker } = rotation;
  await tx.query(
    `update api_tokens set previous_digest = case when $3::timestamptz is null then null else digest end,
       previous_until = $3, digest = $2, rotated_at = $4, rotated_by = $5::jsonb, maker = $6::jsonb where id = $1`,
    [id, digest, previousUntil, at, JSON.stringify(by), JSON.stringify(maker)],
  );
}

export async function deleteToken(tx: Sql, id: string): Promise<void> {
  await tx.query('delete from api_tokens where id = $1', [id]);
}

/** Noted to the minute: whoever asks a hundred times a second does not write a hundred times. */
export async function noteUse(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(
    `update api_tokens set last_used_at = $2
     where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    [id, at],
  );
}

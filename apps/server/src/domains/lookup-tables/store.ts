import { firstRow, type Sql } from '@margay/store';
import type { LogTypeSelectors, MatchKey } from '@margay/normalize/enrich';
import { indicatorFields } from '@margay/model';
import * as z from 'zod';
import { Author } from '../../api/author.ts';

const Key = z.object({
  kind: z.enum(['text', 'folded', 'network']),
  indicator: z.enum(indicatorFields).nullable(),
});
const LogTypes = z.array(z.object({ logType: z.string(), selectors: z.array(z.string()) }));

const Row = z
  .object({
    id: z.string(),
    name: z.string(),
    lake_table: z.string(),
    description: z.string(),
    reference: z.string(),
    is_enabled: z.boolean(),
    schema_name: z.string(),
    primary_key: z.string(),
    match_key: Key,
    log_types: LogTypes,
    revision: z.number(),
    active_version: z.number().nullable(),
    lake_version: z.number().nullable(),
    created_at: z.date(),
    created_by: Author,
    updated_at: z.date(),
    updated_by: Author,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    lakeTable: row.lake_table,
    description: row.description,
    reference: row.reference,
    isEnabled: row.is_enabled,
    schemaName: row.schema_name,
    primaryKey: row.primary_key,
    matchKey: row.match_key satisfies MatchKey,
    logTypes: row.log_types satisfies LogTypeSelectors[],
    revision: row.revision,
    activeVersion: row.active_version,
    /** The version whose rows are in the lake; another one while they are being copied. */
    lakeVersion: row.lake_version,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }));
export type LookupTable = z.output<typeof Row>;

const Version = z
  .object({
    table_id: z.string(),
    version: z.number(),
    digest: z.string(),
    row_count: z.number(),
    duplicate_count: z.number(),
    image_bytes: z.coerce.number(),
    restored_from: z.number().nullable(),
    author: Author,
    created_at: z.date(),
  })
  .transform((row) => ({
    tableId: row.table_id,
    version: row.version,
    digest: row.digest,
    rowCount: row.row_count,
    duplicateCount: row.duplicate_count,
    imageBytes: row.image_bytes,
    restoredFrom: row.restored_from,
    author: row.author,
    createdAt: row.created_at,
  }));
export type TableVersion = z.output<typeof Version>;

/** By name; there are few. */
export async function listTables(sql: Sql): Promise<LookupTable[]> {
  const rows = await sql.query('select * from lookup_tables order by name limit 1000');
  return rows.map((row) => Row.parse(row));
}

/** `isLocked`: nobody else changes it until the transaction ends. */
export async function findTable(sql: Sql, id: string, isLocked = false): Promise<LookupTable | undefined> {
  const row = await firstRow(
    sql,
    `select * from lookup_tables where id = $1${isLocked ? ' for update' : ''}`,
    [id],
  );
  return row && Row.parse(row);
}

/** The table that has this name already, or one that is the same in the lake. */
export async function findRival(
  sql: Sql,
  { id, name, lakeTable }: Pick<LookupTable, 'id' | 'name' | 'lakeTable'>,
): Promise<string | undefined> {
  const row = await firstRow<{ name: string }>(
    sql,
    'select name from lookup_tables where id <> $1 and (name = $2 or lake_table = $3)',
    [id, name, lakeTable],
  );
  return row?.name;
}

export async function writeTable(sql: Sql, table: LookupTable): Promise<void> {
  await sql.query(
    `insert into lookup_tables (id, name, lake_table, description, reference, is_enabled, schema_name, primary_key,
       match_key, log_types, revision, created_at, created_by, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12, $13::jsonb, $14, $15::jsonb)
     on conflict (id) do update set name = excluded.name, description = excluded.description,
       reference = excluded.reference, is_enabled = excluded.is_enabled, schema_name = excluded.schema_name,
       primary_key = excluded.primary_key, match_key = excluded.match_key, log_types = excluded.log_types,
       revision = excluded.revision, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [
      table.id,
      table.name,
      table.lakeTable,
      table.description,
      table.reference,
      table.isEnabled,
      table.schemaName,
      table.primaryKey,
      JSON.stringify(table.matchKey),
      JSON.stringify(table.logTypes),
      table.revision,
      table.createdAt,
      JSON.stringify(table.createdBy),
      table.updatedAt,
      JSON.stringify(table.updatedBy),
    ],
  );
}

export async function deleteTable(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from lookup_tables where id = $1', [id]);
}

/** The newest first. */
export async function listVersions(sql: Sql, tableId: string): Promise<TableVersion[]> {
  const rows = await sql.query(
    'select * from lookup_table_versions where table_id = $1 order by version desc',
    [tableId],
  );
  return rows.map((row) => Version.parse(row));
}

/** By the table's id: the version that counts. */
export async function activeVersions(sql: Sql): Promise<Map<string, TableVersion>> {
  const rows = await sql.query(
    `select v.* from lookup_table_versions v join lookup_tables t on t.id = v.table_id and t.active_version = v.version`,
  );
  return new Map(rows.map((row) => Version.parse(row)).map((version) => [version.tableId, version]));
}

/** Adds a version and makes it the one that counts. */
export async function activateVersion(sql: Sql, version: TableVersion): Promise<void> {
  await sql.query(
    `insert into lookup_table_versions (table_id, version, digest, row_count, duplicate_count, image_bytes,
       restored_from, author, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`,
    [
      version.tableId,
      version.version,
      version.digest,
      version.rowCount,
      version.duplicateCount,
      version.imageBytes,
      version.restoredFrom,
      JSON.stringify(version.author),
      version.createdAt,
    ],
  );
  await sql.query('update lookup_tables set active_version = $2 where id = $1', [
    version.tableId,
    version.version,
  ]);
}

/** Forgets all but the newest versions. */
export async function forgetVersions(sql: Sql, tableId: string, keep: number): Promise<void> {
  await sql.query(
    `delete from lookup_table_versions where table_id = $1 and version <= (
       select max(version) from lookup_table_versions where table_id = $1) - $2::int`,
    [tableId, keep],
  );
}

export async function usedDigests(sql: Sql): Promise<Set<string>> {
  const rows = await sql.query<{ digest: string }>('select distinct digest from lookup_table_versions');
  return new Set(rows.map(({ digest }) => digest));
}

export async function noteLakeVersion(sql: Sql, tableId: string, version: number): Promise<void> {
  await sql.query('update lookup_tables set lake_version = $2 where id = $1', [tableId, version]);
}

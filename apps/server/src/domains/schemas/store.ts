import { firstRow, type Sql } from '@margay/store';

export interface SchemaRecord {
  name: string;
  /** YAML text as a person or the product wrote it. */
  spec: string;
  /** The spec with the fields that field discovery found; null where there are none. It is what events are read by. */
  discoveredSpec: string | null;
  specDigest: string;
  description: string;
  referenceUrl: string;
  isManaged: boolean;
  isArchived: boolean;
  isFieldDiscoveryEnabled: boolean;
  /** Optimistic lock: grows with every write. */
  revision: number;
  /** Grows with every change of the spec; written into each row as `p_schema_version`. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

interface SchemaRow {
  name: string;
  spec: string;
  discovered_spec: string | null;
  spec_digest: string;
  description: string;
  reference_url: string;
  is_managed: boolean;
  is_archived: boolean;
  field_discovery: boolean;
  revision: number;
  version: number;
  created_at: Date;
  updated_at: Date;
}

const toRecord = (row: SchemaRow): SchemaRecord => ({
  name: row.name,
  spec: row.spec,
  discoveredSpec: row.discovered_spec,
  specDigest: row.spec_digest,
  description: row.description,
  referenceUrl: row.reference_url,
  isManaged: row.is_managed,
  isArchived: row.is_archived,
  isFieldDiscoveryEnabled: row.field_discovery,
  revision: row.revision,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function listSchemas(sql: Sql): Promise<SchemaRecord[]> {
  return (await sql.query<SchemaRow>('select * from schemas order by lower(name)')).map(toRecord);
}

/** `isLocked`: until the transaction ends, nobody else changes it. */
export async function findSchema(
  sql: Sql,
  name: string,
  isLocked = false,
): Promise<SchemaRecord | undefined> {
  const lock = isLocked ? ' for update' : '';
  const row = await firstRow<SchemaRow>(sql, `select * from schemas where lower(name) = lower($1)${lock}`, [
    name,
  ]);
  return row && toRecord(row);
}

export type SchemaContent = Pick<
  SchemaRecord,
  | 'name'
  | 'spec'
  | 'discoveredSpec'
  | 'specDigest'
  | 'description'
  | 'referenceUrl'
  | 'isManaged'
  | 'isFieldDiscoveryEnabled'
>;

/** Writes a new schema, or the next version of one, with its entry in the history. */
export async function writeSchema(
  sql: Sql,
  content: SchemaContent,
  numbers: { revision: number; version: number },
  actorId: string | null,
): Promise<void> {
  await sql.query(
    `insert into schemas (name, spec, spec_digest, description, reference_url, is_managed, field_discovery, revision,
       version, created_by, updated_by, discovered_spec)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     on conflict (name) do update set spec = $2, discovered_spec = $11, spec_digest = $3, description = $4, reference_url = $5,
       field_discovery = $7, revision = $8, version = $9, updated_by = $10, updated_at = now(), is_archived = false`,
    [
      content.name,
      content.spec,
      content.specDigest,
      content.description,
      content.referenceUrl,
      content.isManaged,
      content.isFieldDiscoveryEnabled,
      numbers.revision,
      numbers.version,
      actorId,
      content.discoveredSpec,
    ],
  );
  await sql.query(
    `insert into schema_versions (name, version, spec, created_by) values ($1, $2, $3, $4) on conflict do nothing`,
    [content.name, numbers.version, content.discoveredSpec ?? content.spec, actorId],
  );
}

/** The next version of a schema: the same spec with more discovered fields. Its revision stays, so that nobody's edit is disturbed. */
export async function writeDiscoveredSpec(
  sql: Sql,
  name: string,
  discoveredSpec: string,
  version: number,
): Promise<void> {
  await sql.query('update schemas set discovered_spec = $2, version = $3 where name = $1', [
    name,
    discoveredSpec,
    version,
  ]);
  await sql.query(
    'insert into schema_versions (name, version, spec, created_by) values ($1, $2, $3, null) on conflict do nothing',
    [name, version, discoveredSpec],
  );
}

export async function setArchived(
  sql: Sql,
  name: string,
  isArchived: boolean,
  actorId: string,
): Promise<void> {
  await sql.query(
    'update schemas set is_archived = $2, revision = revision + 1, updated_by = $3, updated_at = now() where name = $1',
    [name, isArchived, actorId],
  );
}

export interface SchemaVersion {
  version: number;
  spec: string;
  createdAt: Date;
  createdBy: string | null;
}

export async function listVersions(sql: Sql, name: string): Promise<SchemaVersion[]> {
  const rows = await sql.query<{
    version: number;
    spec: string;
    created_at: Date;
    created_by: string | null;
  }>(
    'select version, spec, created_at, created_by from schema_versions where lower(name) = lower($1) order by version desc',
    [name],
  );
  return rows.map((row) => ({
    version: row.version,
    spec: row.spec,
    createdAt: row.created_at,
    createdBy: row.created_by,
  }));
}

import { severities, type Severity } from '@margay/model';
import { firstRow, storableText, type Sql } from '@margay/store';
import { definitionSchemas, type ContentKind, type DefinitionOf } from './definition.ts';

export interface ContentRecord<Kind extends ContentKind = ContentKind> {
  kind: Kind;
  id: string;
  versionId: string;
  definition: DefinitionOf[Kind];
  displayName: string;
  enabled: boolean;
  managed: boolean;
  severity: Severity | null;
  logTypes: string[];
  tags: string[];
  /** Why the runtime could not load it; null when it runs. */
  loadError: string | null;
  createdAt: Date;
  createdBy: string | null;
  lastModified: Date;
  lastModifiedBy: string | null;
}

interface ContentRow {
  kind: ContentKind;
  id: string;
  version_id: string;
  definition: unknown;
  display_name: string;
  enabled: boolean;
  managed: boolean;
  severity: Severity | null;
  log_types: string[];
  tags: string[];
  load_error: string | null;
  created_at: Date;
  created_by: string | null;
  last_modified: Date;
  last_modified_by: string | null;
}

function toRecord<Kind extends ContentKind>(kind: Kind, row: ContentRow): ContentRecord<Kind> {
  return {
    kind,
    id: row.id,
    versionId: row.version_id,
    definition: definitionSchemas[kind].parse(row.definition),
    displayName: row.display_name,
    enabled: row.enabled,
    managed: row.managed,
    severity: row.severity,
    logTypes: row.log_types,
    tags: row.tags,
    loadError: row.load_error,
    createdAt: row.created_at,
    createdBy: row.created_by,
    lastModified: row.last_modified,
    lastModifiedBy: row.last_modified_by,
  };
}

export async function findItem<Kind extends ContentKind>(
  sql: Sql,
  kind: Kind,
  id: string,
): Promise<ContentRecord<Kind> | undefined> {
  const row = await firstRow<ContentRow>(sql, 'select * from content_items where kind = $1 and id = $2', [
    kind,
    id,
  ]);
  return row && toRecord(kind, row);
}

/** Kinds that use this id; ids are unique over all of them. */
export async function kindsOfId(sql: Sql, id: string): Promise<ContentKind[]> {
  const rows = await sql.query<{ kind: ContentKind }>('select kind from content_items where id = $1', [id]);
  return rows.map((row) => row.kind);
}

export async function listItems<Kind extends ContentKind>(
  sql: Sql,
  kind: Kind,
): Promise<ContentRecord<Kind>[]> {
  const rows = await sql.query<ContentRow>('select * from content_items where kind = $1 order by id', [kind]);
  return rows.map((row) => toRecord(kind, row));
}

export interface RuleFilter {
  nameContains?: string;
  enabled?: boolean;
  managed?: boolean;
  severities?: Severity[];
  logTypes?: string[];
  tags?: string[];
  sortBy: 'displayName' | 'id' | 'lastModified' | 'enabled' | 'severity';
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

const sortColumns: Record<RuleFilter['sortBy'], string> = {
  displayName: 'lower(display_name)',
  id: 'id',
  lastModified: 'last_modified',
  enabled: 'enabled',
  severity: 'severity_rank',
};

/** One page of rules and how many there are in all. */
export async function pageOfRules(
  sql: Sql,
  filter: RuleFilter,
): Promise<{ records: ContentRecord<'RULE'>[]; total: number }> {
  const params: unknown[] = [];
  const conditions = [`kind = 'RULE'`];
  const add = (condition: (place: string) => string, value: unknown) => {
    params.push(value);
    conditions.push(condition(`$${params.length}`));
  };
  if (filter.nameContains) {
    add(
      (p) => `(position(lower(${p}) in lower(display_name)) > 0 or position(lower(${p}) in lower(id)) > 0)`,
      filter.nameContains,
    );
  }
  if (filter.enabled !== undefined) add((p) => `enabled = ${p}`, filter.enabled);
  if (filter.managed !== undefined) add((p) => `managed = ${p}`, filter.managed);
  if (filter.severities?.length) add((p) => `severity = any(${p}::text[])`, filter.severities);
  if (filter.logTypes?.length) add((p) => `log_types && ${p}::text[]`, filter.logTypes);
  if (filter.tags?.length) add((p) => `tags && ${p}::text[]`, filter.tags);
  const where = conditions.join(' and ');
  const count = await firstRow<{ n: number }>(
    sql,
    `select count(*) as n from content_items where ${where}`,
    params,
  );
  const direction = filter.sortDir === 'ascending' ? 'asc' : 'desc';
  const rows = await sql.query<ContentRow>(
    `select * from content_items where ${where} order by ${sortColumns[filter.sortBy]} ${direction}, id
     limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, filter.pageSize, (filter.page - 1) * filter.pageSize],
  );
  return { records: rows.map((row) => toRecord('RULE', row)), total: count?.n ?? 0 };
}

export interface ItemWrite<Kind extends ContentKind> {
  kind: Kind;
  id: string;
  versionId: string;
  definition: DefinitionOf[Kind];
  displayName: string;
  enabled: boolean;
  managed: boolean;
  severity: Severity | null;
  logTypes: string[];
  tags: string[];
  actorId: string | null;
}

/** Writes the item's newest version and its entry in the history. */
export async function writeItem<Kind extends ContentKind>(sql: Sql, item: ItemWrite<Kind>): Promise<void> {
  const definition = JSON.stringify(item.definition);
  await sql.query(
    `insert into content_items (kind, id, version_id, definition, display_name, enabled, managed, severity, severity_rank,
       log_types, tags, created_by, last_modified_by)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10::text[], $11::text[], $12, $12)
     on conflict (kind, id) do update set version_id = $3, definition = $4::jsonb, display_name = $5, enabled = $6,
       managed = $7, severity = $8, severity_rank = $9, log_types = $10::text[], tags = $11::text[], load_error = null,
       last_modified = now(), last_modified_by = $12`,
    [
      item.kind,
      item.id,
      item.versionId,
      definition,
      item.displayName,
      item.enabled,
      item.managed,
      item.severity,
      item.severity === null ? null : severities.indexOf(item.severity),
      item.logTypes,
      item.tags,
      item.actorId,
    ],
  );
  await sql.query(
    `insert into content_versions (version_id, kind, id, number, definition, created_by)
     select $1, $2, $3, coalesce(max(number), 0) + 1, $4::jsonb, $5 from content_versions where kind = $2 and id = $3`,
    [item.versionId, item.kind, item.id, definition, item.actorId],
  );
}

export async function setEnabled(
  sql: Sql,
  ids: readonly string[],
  enabled: boolean,
  actorId: string,
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `update content_items set enabled = $2, last_modified = now(), last_modified_by = $3
     where kind = 'RULE' and id = any($1::text[]) returning id`,
    [[...ids], enabled, actorId],
  );
  return rows.map((row) => row.id);
}

export async function deleteItems(sql: Sql, kind: ContentKind, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'delete from content_items where kind = $1 and id = any($2::text[]) returning id',
    [kind, [...ids]],
  );
  return rows.map((row) => row.id);
}

export async function setLoadErrors(sql: Sql, errors: ReadonlyMap<string, string>): Promise<void> {
  await sql.query('update content_items set load_error = null where load_error is not null');
  for (const [id, error] of errors) {
    await sql.query('update content_items set load_error = $2 where id = $1', [id, storableText(error)]);
  }
}

/** A number that grows with every change of content. */
export async function nextRevision(sql: Sql): Promise<number> {
  const row = await firstRow<{ n: number }>(sql, `select nextval('content_revision') as n`);
  return row?.n ?? 1;
}

export interface ItemVersion {
  versionId: string;
  number: number;
  definition: unknown;
  createdAt: Date;
  createdBy: string | null;
}

export async function listVersions(sql: Sql, kind: ContentKind, id: string): Promise<ItemVersion[]> {
  const rows = await sql.query<{
    version_id: string;
    number: number;
    definition: unknown;
    created_at: Date;
    created_by: string | null;
  }>('select * from content_versions where kind = $1 and id = $2 order by number desc limit 200', [kind, id]);
  return rows.map((row) => ({
    versionId: row.version_id,
    number: row.number,
    definition: row.definition,
    createdAt: row.created_at,
    createdBy: row.created_by,
  }));
}

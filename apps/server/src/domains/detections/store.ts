import type { LogTypeAccess } from '@margay/auth';
import { conflict } from '@margay/kit';
import { severities, type Severity } from '@margay/model';
import { firstRow, storableText, type Sql } from '@margay/store';
import { judgingResources, kindNamed, type ContentKind, type DefinitionOf } from './kinds/index.ts';
import type { ItemFacts } from './kinds/kind.ts';
import { testStateCondition, type TestState } from './test-run-store.ts';

/** Who answers for the Python of an item: the last person who changed it. */
export interface TextAuthor {
  /** Null for the product itself. */
  id: string | null;
  /** What the person might read when it was saved; null where that was not kept. */
  access: LogTypeAccess | null;
}

interface RecordOf<Kind extends ContentKind> extends ItemFacts {
  kind: Kind;
  id: string;
  versionId: string;
  definition: DefinitionOf[Kind];
  enabled: boolean;
  managed: boolean;
  /** Why the runtime could not load it; null when it runs. */
  loadError: string | null;
  createdAt: Date;
  createdBy: string | null;
  lastModified: Date;
  lastModifiedBy: string | null;
  /** When somebody last opened or ran it; only saved queries keep this. */
  lastAccessedAt: Date | null;
  textAuthor: TextAuthor;
}

/** A piece of content in its newest version; its kind tells what its definition holds. */
export type ContentRecord<Kind extends ContentKind = ContentKind> = {
  [Each in Kind]: RecordOf<Each>;
}[Kind];

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
  resource_types: string[];
  scheduled_queries: string[];
  base_id: string | null;
  load_error: string | null;
  created_at: Date;
  created_by: string | null;
  last_modified: Date;
  last_modified_by: string | null;
  last_accessed_at: Date | null;
  text_author_id: string | null;
  text_author_access: LogTypeAccess | null;
}

/** An item whose stored definition breaks what its kind asks for today. It stays out of lists and does not run. */
export interface UnreadableItem extends Pick<ContentRow, 'kind' | 'id' | 'enabled' | 'managed'> {
  reason: string;
}

function recordsAndFaults(rows: readonly ContentRow[]) {
  const read = rows.map(recordOrFault);
  return {
    records: read.filter((one): one is ContentRecord => !('reason' in one)),
    unreadable: read.filter((one): one is UnreadableItem => 'reason' in one),
  };
}

const recordsOf = (rows: readonly ContentRow[]): ContentRecord[] => recordsAndFaults(rows).records;

function recordOrFault(row: ContentRow): ContentRecord | UnreadableItem {
  const { kind, id, enabled, managed } = row;
  const parsed = kindNamed(kind).definition.safeParse(row.definition);
  if (parsed.success) return toRecord(row, parsed.data);
  const [issue] = parsed.error.issues;
  const reason = `What is stored of it cannot be read (${issue?.path.join('.')}: ${issue?.message}). Upload it again, or delete it.`;
  return { kind, id, enabled, managed, reason };
}

function toRecord(row: ContentRow, definition: DefinitionOf[ContentKind]): ContentRecord {
  const { kind } = row;
  return {
    kind,
    id: row.id,
    versionId: row.version_id,
    definition,
    displayName: row.display_name,
    enabled: row.enabled,
    managed: row.managed,
    severity: row.severity,
    logTypes: row.log_types,
    tags: row.tags,
    resourceTypes: row.resource_types,
    scheduledQueries: row.scheduled_queries,
    baseId: row.base_id,
    loadError: row.load_error,
    createdAt: row.created_at,
    createdBy: row.created_by,
    lastModified: row.last_modified,
    lastModifiedBy: row.last_modified_by,
    lastAccessedAt: row.last_accessed_at,
    textAuthor: { id: row.text_author_id, access: row.text_author_access },
  } as ContentRecord; // its kind's own schema has read the definition
}

/** The item with this id; ids are unique over all kinds. */
export async function findById(sql: Sql, id: string): Promise<ContentRecord | undefined> {
  const row = await firstRow<ContentRow>(sql, 'select * from content_items where id = $1', [id]);
  if (row === undefined) return undefined;
  const read = recordOrFault(row);
  if (!('reason' in read)) return read;
  throw conflict(`${kindNamed(row.kind).title} ${id}: ${read.reason}`, { code: 'UnreadableContent' });
}

export async function findAllById(sql: Sql, ids: readonly string[]): Promise<ContentRecord[]> {
  const rows = await sql.query<ContentRow>(
    'select * from content_items where id = any($1::text[]) order by id',
    [[...ids]],
  );
  return recordsOf(rows);
}

/** Those of these items that cannot be read. */
export async function findUnreadable(sql: Sql, ids: readonly string[]): Promise<UnreadableItem[]> {
  const rows = await sql.query<ContentRow>('select * from content_items where id = any($1::text[])', [
    [...ids],
  ]);
  return recordsAndFaults(rows).unreadable;
}

/** Everything there is, and what of it cannot be read; the oldest first. */
export async function listAll(sql: Sql): Promise<{ records: ContentRecord[]; unreadable: UnreadableItem[] }> {
  return recordsAndFaults(await sql.query<ContentRow>('select * from content_items order by created_at, id'));
}

/** Everything, or all of some kinds; the oldest first. */
export async function listItems<Kind extends ContentKind>(
  sql: Sql,
  kinds?: readonly Kind[],
  ids?: readonly string[],
): Promise<ContentRecord<Kind>[]> {
  const rows = await sql.query<ContentRow>(
    `select * from content_items where ($1::text[] is null or kind = any($1::text[]))
       and ($2::text[] is null or id = any($2::text[])) order by created_at, id`,
    [kinds === undefined ? null : [...kinds], ids === undefined ? null : [...ids]],
  );
  return recordsOf(rows) as ContentRecord<Kind>[]; // of these kinds only
}

/** Kind, state and version of policies and helpers, which cannot change until the transaction ends. */
export async function lockPolicyVersions(
  tx: Sql,
): Promise<Pick<ContentRecord, 'kind' | 'id' | 'enabled' | 'versionId'>[]> {
  const rows = await tx.query<Pick<ContentRow, 'kind' | 'id' | 'enabled' | 'version_id'>>(
    `select kind, id, enabled, version_id from content_items where kind = any($1::text[]) order by id for share`,
    [judgingResources],
  );
  return rows.map(({ version_id: versionId, ...row }) => ({ ...row, versionId }));
}

export interface ContentFilter<Kind extends ContentKind = ContentKind> {
  kinds: readonly Kind[];
  /** Only those of these that fit the rest. */
  ids?: readonly string[];
  nameContains?: string;
  enabled?: boolean;
  managed?: boolean;
  severities?: Severity[];
  logTypes?: string[];
  resourceTypes?: string[];
  scheduledQueries?: string[];
  tags?: string[];
  /** Of saved queries: whether they have a schedule. */
  isScheduled?: boolean;
  /** Of saved queries: in the name, the description, the text or the filters of the search form. */
  queryContains?: string;
  /** Of detections: how the tests of their present version went. */
  testStates?: readonly TestState[];
  /** Of detections: in the text of the rule, its own or the one it takes over. */
  codeContains?: string;
  modifiedFrom?: Date;
  modifiedUntil?: Date;
  createdBy?: string;
  lastModifiedBy?: string;
  sortBy: 'displayName' | 'id' | 'lastModified' | 'enabled' | 'severity' | 'createdAt' | 'lastAccessedAt';
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

const sortColumns: Record<ContentFilter['sortBy'], string> = {
  displayName: 'lower(display_name)',
  id: 'id',
  lastModified: 'last_modified',
  enabled: 'enabled',
  severity: 'severity_rank',
  createdAt: 'created_at',
  // What nobody opened yet is older than everything.
  lastAccessedAt: "coalesce(last_accessed_at, '-infinity')",
};

/** One page of some kinds and how many there are in all. */
export async function pageOfItems<Kind extends ContentKind>(
  sql: Sql,
  filter: ContentFilter<Kind>,
): Promise<{ records: ContentRecord<Kind>[]; total: number }> {
  const params: unknown[] = [];
  const conditions: string[] = [];
  const add = (condition: (place: string) => string, value: unknown) => {
    params.push(value);
    conditions.push(condition(`$${params.length}`));
  };
  add((p) => `kind = any(${p}::text[])`, [...filter.kinds]);
  if (filter.ids !== undefined) add((p) => `id = any(${p}::text[])`, [...filter.ids]);
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
  if (filter.resourceTypes?.length) add((p) => `resource_types && ${p}::text[]`, filter.resourceTypes);
  if (filter.scheduledQueries?.length)
    add((p) => `scheduled_queries && ${p}::text[]`, filter.scheduledQueries);
  if (filter.tags?.length) add((p) => `tags && ${p}::text[]`, filter.tags);
  if (filter.isScheduled !== undefined) add((p) => `(definition ? 'schedule') = ${p}`, filter.isScheduled);
  if (filter.queryContains) {
    add(
      (
        p,
      ) => `position(lower(${p}) in lower(concat_ws(' ', id, definition->>'description', definition->>'text',
        definition->'form'->>'simpleSearchQueryFilter'))) > 0`,
      filter.queryContains,
    );
  }
  if (filter.testStates?.length) conditions.push(testStateCondition(filter.testStates));
  if (filter.codeContains) {
    const code = (of: string) => `lower(concat_ws(E'\\n', ${of}->>'body', ${of}->>'simpleDetectionBody'))`;
    add(
      (
        p,
      ) => `(position(lower(${p}) in ${code('definition')}) > 0 or base_id in (select base.id from content_items base
        where position(lower(${p}) in ${code('base.definition')}) > 0))`,
      filter.codeContains,
    );
  }
  if (filter.modifiedFrom !== undefined) add((p) => `last_modified >= ${p}`, filter.modifiedFrom);
  if (filter.modifiedUntil !== undefined) add((p) => `last_modified < ${p}`, filter.modifiedUntil);
  if (filter.createdBy !== undefined) add((p) => `created_by = ${p}`, filter.createdBy);
  if (filter.lastModifiedBy !== undefined) add((p) => `last_modified_by = ${p}`, filter.lastModifiedBy);
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
  return { records: recordsOf(rows) as ContentRecord<Kind>[], total: count?.n ?? 0 };
}

export type ItemName = Pick<ContentRecord, 'kind' | 'id' | 'displayName'>;

/** Items of these kinds that have each of the words in their name or id; what changed last comes first. */
export async function itemNames(
  sql: Sql,
  kinds: readonly ContentKind[],
  words: readonly string[],
  limit: number,
): Promise<ItemName[]> {
  const conditions = words.map(
    (_, at) =>
      `(position(lower($${at + 3}) in lower(display_name)) > 0 or position(lower($${at + 3}) in lower(id)) > 0)`,
  );
  const rows = await sql.query<Pick<ContentRow, 'kind' | 'id' | 'display_name'>>(
    `select kind, id, display_name from content_items where ${['kind = any($1::text[])', ...conditions].join(' and ')}
     order by last_modified desc, id limit $2`,
    [[...kinds], limit, ...words],
  );
  return rows.map(({ display_name: displayName, ...row }) => ({ ...row, displayName }));
}

/** Notes that somebody opened or ran an item. */
export async function noteAccess(sql: Sql, id: string): Promise<void> {
  await sql.query('update content_items set last_accessed_at = now() where id = $1', [id]);
}

export interface ItemWrite extends ItemFacts {
  kind: ContentKind;
  id: string;
  versionId: string;
  definition: DefinitionOf[ContentKind];
  enabled: boolean;
  managed: boolean;
  actorId: string | null;
  /** Of the text, should it be another one than before. */
  textAuthor: TextAuthor;
}

/**
 * Who changes settings beside the Python, or switches an item on, does not become the author of it. Which functions of it a
 * data model calls is no such setting.
 */
const methods = (definition: string) => `jsonb_path_query_array(${definition}, '$.mappings[*].method')`;
const isSameText = `(content_items.definition->>'body' is not distinct from $4::jsonb->>'body'
  and ${methods('content_items.definition')} is not distinct from ${methods('$4::jsonb')})`;

/** Writes the item's newest version and its entry in the history. */
export async function writeItem(sql: Sql, item: ItemWrite): Promise<void> {
  const definition = JSON.stringify(item.definition);
  await sql.query(
    `insert into content_items (kind, id, version_id, definition, display_name, enabled, managed, severity, severity_rank,
       log_types, tags, created_by, last_modified_by, resource_types, scheduled_queries, base_id, text_author_id,
       text_author_access)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10::text[], $11::text[], $12, $12, $13::text[], $14::text[], $15,
       $17, $16::jsonb)
     on conflict (kind, id) do update set version_id = $3, definition = $4::jsonb, display_name = $5, enabled = $6,
       managed = $7, severity = $8, severity_rank = $9, log_types = $10::text[], tags = $11::text[], load_error = null,
       last_modified = now(), last_modified_by = $12, resource_types = $13::text[], scheduled_queries = $14::text[],
       base_id = $15,
       text_author_id = case when ${isSameText} then content_items.text_author_id else $17 end,
       text_author_access = case when ${isSameText} then content_items.text_author_access else $16::jsonb end`,
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
      item.resourceTypes,
      item.scheduledQueries,
      item.baseId,
      JSON.stringify(item.textAuthor.access),
      item.textAuthor.id,
    ],
  );
  await sql.query(
    `insert into content_versions (version_id, kind, id, number, definition, created_by, text_author_id, text_author_access)
     select $1, $2, $3, (select coalesce(max(number), 0) + 1 from content_versions where kind = $2 and id = $3),
       $4::jsonb, $5, text_author_id, text_author_access
     from content_items where kind = $2 and id = $3`,
    [item.versionId, item.kind, item.id, definition, item.actorId],
  );
}

/** Facts and state that follow another item, without a version of their own. */
export async function updateFacts(
  sql: Sql,
  id: string,
  facts: Pick<ItemFacts, 'displayName' | 'severity' | 'logTypes' | 'tags'> & { enabled: boolean },
): Promise<void> {
  await sql.query(
    `update content_items set display_name = $2, severity = $3, severity_rank = $4, log_types = $5::text[],
       tags = $6::text[], enabled = $7 where id = $1`,
    [
      id,
      facts.displayName,
      facts.severity,
      facts.severity === null ? null : severities.indexOf(facts.severity),
      facts.logTypes,
      facts.tags,
      facts.enabled,
    ],
  );
}

export async function setEnabled(
  sql: Sql,
  ids: readonly string[],
  enabled: boolean,
  actorId: string,
): Promise<void> {
  await sql.query(
    `update content_items set enabled = $2, last_modified = now(), last_modified_by = $3 where id = any($1::text[])`,
    [[...ids], enabled, actorId],
  );
}

export async function deleteItems(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('delete from content_items where id = any($1::text[])', [[...ids]]);
}

export async function setLoadErrors(sql: Sql, errors: ReadonlyMap<string, string>): Promise<void> {
  const ids = [...errors.keys()];
  await sql.query(
    'update content_items set load_error = null where load_error is not null and not id = any($1::text[])',
    [ids],
  );
  await sql.query(
    `update content_items set load_error = found.error
     from unnest($1::text[], $2::text[]) as found (id, error)
     where content_items.id = found.id and load_error is distinct from found.error`,
    [ids, [...errors.values()].map(storableText)],
  );
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
  textAuthor: TextAuthor;
}

interface VersionRow {
  version_id: string;
  number: number;
  definition: unknown;
  created_at: Date;
  created_by: string | null;
  text_author_id: string | null;
  text_author_access: LogTypeAccess | null;
}

/** Of every text that somebody wrote, by the id of its item; what ships with the product has no author. */
export async function listTextAuthors(sql: Sql): Promise<{ id: string; textAuthor: TextAuthor }[]> {
  const rows = await sql.query<{ id: string; author_id: string; access: LogTypeAccess | null }>(
    `select id, text_author_id as author_id, text_author_access as access from content_items where text_author_id is not null`,
  );
  return rows.map(({ id, author_id, access }) => ({ id, textAuthor: { id: author_id, access } }));
}

/** The newest 200, or the one with this id. */
export async function listVersions(
  sql: Sql,
  kind: ContentKind,
  id: string,
  versionId?: string,
): Promise<ItemVersion[]> {
  const rows = await sql.query<VersionRow>(
    `select * from content_versions where kind = $1 and id = $2 and ($3::text is null or version_id = $3)
     order by number desc limit 200`,
    [kind, id, versionId ?? null],
  );
  return rows.map((row) => ({
    versionId: row.version_id,
    number: row.number,
    definition: row.definition,
    createdAt: row.created_at,
    createdBy: row.created_by,
    textAuthor: { id: row.text_author_id, access: row.text_author_access },
  }));
}

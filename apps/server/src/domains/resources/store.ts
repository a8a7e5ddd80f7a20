import { firstRow, storableJson, type Sql } from '@margay/store';
import type { ComplianceStatus } from '../detections/index.ts';

export interface ResourceRecord {
  id: string;
  type: string;
  integrationId: string;
  integrationLabel: string;
  attributes: Record<string, unknown>;
  deleted: boolean;
  /** Uploaded and not judged since. */
  isDue: boolean;
  createdAt: Date;
  lastModified: Date;
}

interface ResourceRow {
  id: string;
  type: string;
  integration_id: string;
  integration_label: string;
  attributes: Record<string, unknown>;
  deleted: boolean;
  is_due: boolean;
  created_at: Date;
  last_modified: Date;
}

const toRecord = (row: ResourceRow): ResourceRecord => ({
  id: row.id,
  type: row.type,
  integrationId: row.integration_id,
  integrationLabel: row.integration_label,
  attributes: row.attributes,
  deleted: row.deleted,
  isDue: row.is_due,
  createdAt: row.created_at,
  lastModified: row.last_modified,
});

export async function findResource(sql: Sql, id: string): Promise<ResourceRecord | undefined> {
  const row = await firstRow<ResourceRow>(sql, 'select * from resources where id = $1', [id]);
  return row && toRecord(row);
}

/** What `resource_lookup()` answers: deleted resources are gone for it. */
export async function findAttributes(sql: Sql, id: string): Promise<Record<string, unknown> | undefined> {
  const row = await firstRow<Pick<ResourceRow, 'attributes'>>(
    sql,
    'select attributes from resources where id = $1 and not deleted',
    [id],
  );
  return row?.attributes;
}

export const resourceSorts = ['id', 'type', 'integrationLabel', 'complianceStatus', 'lastModified'] as const;

export interface ResourceFilter {
  idContains?: string;
  types?: string[];
  integrationId?: string;
  complianceStatus?: ComplianceStatus;
  deleted: boolean;
  sortBy: (typeof resourceSorts)[number];
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

/** 0 where nothing judges the resource; suppressed entries do not count. */
const rankOf =
  'coalesce((select max(c.status_rank) from compliance c where c.resource_id = r.id and not c.suppressed), 0)';
const rankOfStatus: Record<ComplianceStatus, number> = { PASS: 0, FAIL: 1, ERROR: 2 };

const sortColumns: Record<ResourceFilter['sortBy'], string> = {
  id: 'r.id',
  type: 'r.type',
  integrationLabel: 'lower(r.integration_label)',
  complianceStatus: rankOf,
  lastModified: 'r.last_modified',
};

/** One page and how many there are in all. */
export async function pageOfResources(
  sql: Sql,
  filter: ResourceFilter,
): Promise<{ records: ResourceRecord[]; total: number }> {
  const params: unknown[] = [filter.deleted];
  const conditions = ['r.deleted = $1'];
  const add = (condition: (place: string) => string, value: unknown) => {
    params.push(value);
    conditions.push(condition(`$${params.length}`));
  };
  if (filter.idContains) {
    add(
      (p) =>
        `(position(lower(${p}) in lower(r.id)) > 0 or position(lower(${p}) in lower(coalesce(r.attributes->>'Name', ''))) > 0)`,
      filter.idContains,
    );
  }
  if (filter.types?.length) add((p) => `r.type = any(${p}::text[])`, filter.types);
  if (filter.integrationId !== undefined) add((p) => `r.integration_id = ${p}`, filter.integrationId);
  if (filter.complianceStatus !== undefined)
    add((p) => `${rankOf} = ${p}::int`, rankOfStatus[filter.complianceStatus]);
  const where = conditions.join(' and ');
  const count = await firstRow<{ n: number }>(
    sql,
    `select count(*) as n from resources r where ${where}`,
    params,
  );
  const direction = filter.sortDir === 'ascending' ? 'asc' : 'desc';
  const rows = await sql.query<ResourceRow>(
    `select r.* from resources r where ${where} order by ${sortColumns[filter.sortBy]} ${direction}, r.id
     limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, filter.pageSize, (filter.page - 1) * filter.pageSize],
  );
  return { records: rows.map(toRecord), total: count?.n ?? 0 };
}

export interface ResourceFacets {
  types: { type: string; count: number }[];
  integrations: { id: string; label: string; count: number }[];
}

/** What the inventory can be filtered by. */
export async function facetsOfResources(sql: Sql): Promise<ResourceFacets> {
  const types = await sql.query<{ type: string; count: number }>(
    'select type, count(*) as count from resources where not deleted group by type order by type limit 1000',
  );
  const integrations = await sql.query<{ id: string; label: string; count: number }>(
    `select integration_id as id, max(integration_label) as label, count(*) as count from resources
     where not deleted group by integration_id order by integration_id limit 1000`,
  );
  return { types, integrations };
}

export interface ResourceWrite {
  id: string;
  type: string;
  integrationId: string;
  integrationLabel: string;
  attributes: Record<string, unknown>;
  /** Of all of the above: the same digest is the same resource. */
  digest: string;
}

/** Digests of those that are there and not deleted, locked until the transaction ends. */
export async function lockDigests(tx: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; digest: string; deleted: boolean }>(
    'select id, digest, deleted from resources where id = any($1::text[]) order by id for update',
    [[...ids]],
  );
  return new Map(rows.filter((row) => !row.deleted).map((row) => [row.id, row.digest]));
}

/** Stores resources as they are now, to be judged. */
export async function writeResources(tx: Sql, resources: readonly ResourceWrite[], at: Date): Promise<void> {
  const rows = resources.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await tx.query(
    `insert into resources as r (id, type, integration_id, integration_label, attributes, digest, revision, is_due,
       deleted, created_at, last_modified)
     select n.id, n.type, n.integration_id, n.integration_label, n.attributes, n.digest, 1, true, false, $2, $2
     from json_to_recordset($1::json) as n (id text, type text, integration_id text, integration_label text,
       attributes json, digest text)
     on conflict (id) do update set type = excluded.type, integration_id = excluded.integration_id,
       integration_label = excluded.integration_label, attributes = excluded.attributes, digest = excluded.digest,
       revision = r.revision + 1, is_due = true, deleted = false, last_modified = excluded.last_modified`,
    [
      storableJson(
        rows.map(({ integrationId, integrationLabel, ...rest }) => ({
          ...rest,
          integration_id: integrationId,
          integration_label: integrationLabel,
        })),
      ),
      at,
    ],
  );
}

/** Marks them as deleted; answers those that were not. */
export async function markDeleted(tx: Sql, ids: readonly string[], at: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update resources set deleted = true, is_due = false, revision = revision + 1, last_modified = $2
     where id = any($1::text[]) and not deleted returning id`,
    [[...ids], at],
  );
  return rows.map(({ id }) => id);
}

/** Has them judged again, whatever is known of them; answers those that are there. */
export async function markDue(tx: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update resources set is_due = true, revision = revision + 1 where id = any($1::text[]) and not deleted returning id`,
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

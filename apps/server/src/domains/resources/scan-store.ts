import { firstRow, type Sql } from '@margay/store';

/** A resource as it goes to the policies. */
export interface JudgedResource {
  id: string;
  type: string;
  revision: number;
  attributes: Record<string, unknown>;
}

/** How far one policy has come with the inventory, resources in the order of their ids. */
export interface PolicyScan {
  policyId: string;
  judgedBy: string;
  afterId: string;
  judgedCount: number;
  totalCount: number;
}

interface ScanRow {
  policy_id: string;
  judged_by: string;
  after_id: string;
  judged_count: number;
  total_count: number;
}

const toScan = (row: ScanRow): PolicyScan => ({
  policyId: row.policy_id,
  judgedBy: row.judged_by,
  afterId: row.after_id,
  judgedCount: row.judged_count,
  totalCount: row.total_count,
});

/** Resources that changed and are not judged yet. */
export async function dueResources(sql: Sql, limit: number): Promise<JudgedResource[]> {
  return sql.query<JudgedResource>(
    'select id, type, revision, attributes from resources where is_due and not deleted order by id limit $1',
    [limit],
  );
}

/** Of each resource the revision it has now; deleted ones are left out. All are locked until the transaction ends. */
export async function lockRevisions(tx: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; revision: number; deleted: boolean }>(
    'select id, revision, deleted from resources where id = any($1::text[]) order by id for update',
    [[...ids]],
  );
  return new Map(rows.filter((row) => !row.deleted).map((row) => [row.id, row.revision]));
}

export async function clearDue(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query('update resources set is_due = false where id = any($1::text[])', [[...ids]]);
}

/** What every policy scan was made for. */
export async function scannedBy(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.query<ScanRow>('select * from policy_scans');
  return new Map(rows.map((row) => [row.policy_id, row.judged_by]));
}

/** Starts at the first resource again. `types` empty: every type. */
export async function startScan(
  tx: Sql,
  scan: { policyId: string; judgedBy: string; types: readonly string[] },
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into policy_scans (policy_id, judged_by, after_id, judged_count, total_count, started_at)
     select $1, $2, '', 0, count(*), $4 from resources
     where not deleted and (cardinality($3::text[]) = 0 or type = any($3::text[]))
     on conflict (policy_id) do update set judged_by = excluded.judged_by, after_id = '', judged_count = 0,
       total_count = excluded.total_count, started_at = excluded.started_at, finished_at = null`,
    [scan.policyId, scan.judgedBy, [...scan.types], at],
  );
}

export async function openScan(sql: Sql): Promise<PolicyScan | undefined> {
  const row = await firstRow<ScanRow>(
    sql,
    'select * from policy_scans where finished_at is null order by started_at, policy_id limit 1',
  );
  return row && toScan(row);
}

/** The next resources of a scan. Those that are due are judged by all policies anyway, and judged ones are done. */
export async function resourcesOfScan(
  sql: Sql,
  { policyId, judgedBy, afterId }: PolicyScan,
  types: readonly string[],
  limit: number,
): Promise<JudgedResource[]> {
  return sql.query<JudgedResource>(
    `select r.id, r.type, r.revision, r.attributes from resources r
     where r.id > $3 and not r.deleted and not r.is_due
       and (cardinality($4::text[]) = 0 or r.type = any($4::text[]))
       and not exists (select 1 from compliance c where c.policy_id = $1 and c.resource_id = r.id
         and c.judged_by = $2 and c.resource_revision = r.revision)
     order by r.id limit $5`,
    [policyId, judgedBy, afterId, [...types], limit],
  );
}

/** Notes how far a scan has come. A scan that started over in between is left alone. */
export async function advanceScan(
  tx: Sql,
  scan: PolicyScan,
  after: { afterId: string; judged: number; finishedAt: Date | null },
): Promise<void> {
  await tx.query(
    `update policy_scans set after_id = $3, judged_count = judged_count + $4, finished_at = $5
     where policy_id = $1 and judged_by = $2 and after_id = $6`,
    [scan.policyId, scan.judgedBy, after.afterId, after.judged, after.finishedAt, scan.afterId],
  );
}

export async function dropOtherScans(tx: Sql, policyIds: readonly string[]): Promise<void> {
  await tx.query('delete from policy_scans where not policy_id = any($1::text[])', [[...policyIds]]);
}

/** Forgets scans, so that the policies judge everything again; answers those there were. */
export async function forgetScans(tx: Sql, policyIds: readonly string[]): Promise<string[]> {
  await tx.query(`update compliance set judged_by = '' where policy_id = any($1::text[])`, [[...policyIds]]);
  const rows = await tx.query<{ policy_id: string }>(
    'delete from policy_scans where policy_id = any($1::text[]) returning policy_id',
    [[...policyIds]],
  );
  return rows.map((row) => row.policy_id);
}

/** Of these policies those that are not through with the inventory, with how far they have come. */
export async function scansOf(sql: Sql, policyIds: readonly string[]): Promise<Map<string, PolicyScan>> {
  const rows = await sql.query<ScanRow>(
    'select * from policy_scans where finished_at is null and policy_id = any($1::text[])',
    [[...policyIds]],
  );
  return new Map(rows.map((row) => [row.policy_id, toScan(row)]));
}

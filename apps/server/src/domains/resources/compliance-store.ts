import { severities, type Severity } from '@margay/model';
import { firstRow, storableText, type Sql } from '@margay/store';
import { complianceStatuses, type ComplianceStatus } from '../detections/index.ts';

/** What one policy says of one resource. */
export interface ComplianceEntry {
  policyId: string;
  policySeverity: Severity;
  resourceId: string;
  resourceType: string;
  integrationId: string;
  integrationLabel: string;
  status: ComplianceStatus;
  suppressed: boolean;
  errorMessage: string | null;
  /** Since when the status is what it is. */
  changedAt: Date;
  lastUpdated: Date;
}

export type StatusCounts = Record<'error' | 'fail' | 'pass', number>;
/** Entries that count, and those a suppression covers. */
export interface ComplianceCounts {
  active: StatusCounts;
  suppressed: StatusCounts;
}

export interface ComplianceFilter {
  policyId?: string;
  resourceId?: string;
  status?: ComplianceStatus;
  severity?: Severity;
  suppressed?: boolean;
  /** Anywhere in the resource's id. */
  resourceIdContains?: string;
  page: number;
  pageSize: number;
}

interface EntryRow {
  policy_id: string;
  severity: Severity;
  resource_id: string;
  type: string;
  integration_id: string;
  integration_label: string;
  status: ComplianceStatus;
  suppressed: boolean;
  error_message: string | null;
  changed_at: Date;
  last_updated: Date;
}

const toEntry = (row: EntryRow): ComplianceEntry => ({
  policyId: row.policy_id,
  policySeverity: row.severity,
  resourceId: row.resource_id,
  resourceType: row.type,
  integrationId: row.integration_id,
  integrationLabel: row.integration_label,
  status: row.status,
  suppressed: row.suppressed,
  errorMessage: row.error_message,
  changedAt: row.changed_at,
  lastUpdated: row.last_updated,
});

/** One page, what wants attention first: errors, failures, what is suppressed, and then what passes. */
export async function pageOfEntries(
  sql: Sql,
  filter: ComplianceFilter,
): Promise<{ entries: ComplianceEntry[]; total: number }> {
  const params: unknown[] = [];
  const conditions: string[] = ['true'];
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined || value === '') return;
    params.push(value);
    conditions.push(condition(`$${params.length}`));
  };
  add((p) => `c.policy_id = ${p}`, filter.policyId);
  add((p) => `c.resource_id = ${p}`, filter.resourceId);
  add((p) => `c.status = ${p}`, filter.status);
  add((p) => `c.severity = ${p}`, filter.severity);
  add((p) => `c.suppressed = ${p}`, filter.suppressed);
  add((p) => `position(lower(${p}) in lower(c.resource_id)) > 0`, filter.resourceIdContains);
  const where = conditions.join(' and ');
  const count = await firstRow<{ n: number }>(
    sql,
    `select count(*) as n from compliance c where ${where}`,
    params,
  );
  const rows = await sql.query<EntryRow>(
    `select c.*, r.type, r.integration_id, r.integration_label
     from compliance c join resources r on r.id = c.resource_id where ${where}
     order by case when c.suppressed then 1 when c.status_rank > 0 then 0 else 2 end, c.status_rank desc,
       array_position($${params.length + 3}::text[], c.severity) desc, c.changed_at desc, c.resource_id, c.policy_id
     limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, filter.pageSize, (filter.page - 1) * filter.pageSize, [...severities]],
  );
  return { entries: rows.map(toEntry), total: count?.n ?? 0 };
}

const noCounts = (): ComplianceCounts => ({
  active: { error: 0, fail: 0, pass: 0 },
  suppressed: { error: 0, fail: 0, pass: 0 },
});

/** Counts of each of these policies or resources. */
export async function countEntries(
  sql: Sql,
  by: 'policy_id' | 'resource_id',
  ids: readonly string[],
): Promise<Map<string, ComplianceCounts>> {
  const rows = await sql.query<{ id: string; suppressed: boolean; status: ComplianceStatus; n: number }>(
    `select ${by} as id, suppressed, status, count(*) as n from compliance where ${by} = any($1::text[])
     group by ${by}, suppressed, status`,
    [[...ids]],
  );
  const counts = new Map(ids.map((id) => [id, noCounts()]));
  for (const { id, suppressed, status, n } of rows) {
    const side = counts.get(id)?.[suppressed ? 'suppressed' : 'active'];
    if (side !== undefined) side[status.toLowerCase() as keyof StatusCounts] = n;
  }
  return counts;
}

/** Policies whose worst active entry is this. */
export async function policyIdsWith(sql: Sql, status: ComplianceStatus): Promise<string[]> {
  const rows = await sql.query<{ policy_id: string }>(
    `select policy_id from compliance group by policy_id
     having coalesce(max(status_rank) filter (where not suppressed), 0) = $1`,
    [complianceStatuses.indexOf(status)],
  );
  return rows.map((row) => row.policy_id);
}

export interface PairKey {
  policyId: string;
  resourceId: string;
}

export interface EntryWrite extends PairKey {
  status: ComplianceStatus;
  severity: Severity;
  suppressed: boolean;
  errorMessage: string | null;
  judgedBy: string;
  resourceRevision: number;
}

/** What was known of these resources so far, by policy. */
export async function statusesOf(
  tx: Sql,
  resourceIds: readonly string[],
): Promise<(PairKey & { status: ComplianceStatus })[]> {
  const rows = await tx.query<{ policy_id: string; resource_id: string; status: ComplianceStatus }>(
    'select policy_id, resource_id, status from compliance where resource_id = any($1::text[])',
    [[...resourceIds]],
  );
  return rows.map((row) => ({ policyId: row.policy_id, resourceId: row.resource_id, status: row.status }));
}

export async function writeEntries(tx: Sql, entries: readonly EntryWrite[], at: Date): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `insert into compliance as c (policy_id, resource_id, status, status_rank, severity, suppressed, error_message,
       judged_by, resource_revision, changed_at, last_updated)
     select n.policy_id, n.resource_id, n.status, n.status_rank, n.severity, n.suppressed, n.error_message,
       n.judged_by, n.resource_revision, $2, $2
     from jsonb_to_recordset($1::jsonb) as n (policy_id text, resource_id text, status text, status_rank smallint,
       severity text, suppressed boolean, error_message text, judged_by text, resource_revision bigint)
     on conflict (policy_id, resource_id) do update set status = excluded.status, status_rank = excluded.status_rank,
       severity = excluded.severity, suppressed = excluded.suppressed, error_message = excluded.error_message,
       judged_by = excluded.judged_by, resource_revision = excluded.resource_revision,
       changed_at = case when c.status = excluded.status then c.changed_at else excluded.changed_at end,
       last_updated = excluded.last_updated`,
    [
      JSON.stringify(
        entries.map((entry) => ({
          policy_id: entry.policyId,
          resource_id: entry.resourceId,
          status: entry.status,
          status_rank: complianceStatuses.indexOf(entry.status),
          severity: entry.severity,
          suppressed: entry.suppressed,
          error_message: entry.errorMessage === null ? null : storableText(entry.errorMessage),
          judged_by: entry.judgedBy,
          resource_revision: entry.resourceRevision,
        })),
      ),
      at,
    ],
  );
}

/** Removes single pairs. */
export async function removePairs(tx: Sql, pairs: readonly PairKey[]): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query(
    `delete from compliance c using unnest($1::text[], $2::text[]) as gone (policy_id, resource_id)
     where c.policy_id = gone.policy_id and c.resource_id = gone.resource_id`,
    [pairs.map(({ policyId }) => policyId), pairs.map(({ resourceId }) => resourceId)],
  );
}

interface GoneRow {
  policy_id: string;
  resource_id: string;
  status: ComplianceStatus;
}

const failingOf = (rows: readonly GoneRow[]): PairKey[] =>
  rows
    .filter(({ status }) => status !== 'PASS')
    .map((row) => ({ policyId: row.policy_id, resourceId: row.resource_id }));

/** Removes all of some resources; answers the pairs that did not pass. */
export async function removeOfResources(tx: Sql, resourceIds: readonly string[]): Promise<PairKey[]> {
  const rows = await tx.query<GoneRow>(
    'delete from compliance where resource_id = any($1::text[]) returning policy_id, resource_id, status',
    [[...resourceIds]],
  );
  return failingOf(rows);
}

/** Removes all but those of these policies; answers the pairs that did not pass. */
export async function removeOfOtherPolicies(tx: Sql, policyIds: readonly string[]): Promise<PairKey[]> {
  const rows = await tx.query<GoneRow>(
    'delete from compliance where not policy_id = any($1::text[]) returning policy_id, resource_id, status',
    [[...policyIds]],
  );
  return failingOf(rows);
}

/** Removes what a policy said of types it no longer judges; answers the pairs that did not pass. */
export async function removeOfOtherTypes(
  tx: Sql,
  policyId: string,
  types: readonly string[],
): Promise<PairKey[]> {
  const rows = await tx.query<GoneRow>(
    `delete from compliance c using resources r
     where r.id = c.resource_id and c.policy_id = $1 and not r.type = any($2::text[])
     returning c.policy_id, c.resource_id, c.status`,
    [policyId, [...types]],
  );
  return failingOf(rows);
}

/** A policy's resources with their suppression, for setting it anew. */
export async function suppressionsOf(
  tx: Sql,
  policyId: string,
): Promise<{ resourceId: string; suppressed: boolean }[]> {
  const rows = await tx.query<{ resource_id: string; suppressed: boolean }>(
    'select resource_id, suppressed from compliance where policy_id = $1 order by resource_id for update',
    [policyId],
  );
  return rows.map((row) => ({ resourceId: row.resource_id, suppressed: row.suppressed }));
}

export async function setSuppressed(
  tx: Sql,
  policyId: string,
  resourceIds: readonly string[],
  suppressed: boolean,
): Promise<void> {
  await tx.query(
    'update compliance set suppressed = $3 where policy_id = $1 and resource_id = any($2::text[])',
    [policyId, [...resourceIds], suppressed],
  );
}

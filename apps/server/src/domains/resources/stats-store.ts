import type { Severity } from '@margay/model';
import { severities } from '@margay/model';
import type { Sql } from '@margay/store';
import type { StatusCounts } from './compliance-store.ts';

export interface OrganizationStats {
  /** Policies by their severity, each counted with its worst active entry. */
  appliedPolicies: { severity: Severity; counts: StatusCounts }[];
  /** Resources by their type, likewise. */
  scannedResources: { type: string; counts: StatusCounts }[];
  /** Ids, the ones with the most failures first. */
  topFailingPolicies: string[];
  topFailingResources: string[];
}

const topCount = 10;
const countsOf = `count(*) filter (where worst = 2) as error, count(*) filter (where worst = 1) as fail,
  count(*) filter (where worst = 0) as pass`;

/** Figures of the whole inventory; suppressed entries do not count. */
export async function organizationStats(sql: Sql): Promise<OrganizationStats> {
  const policies = await sql.query<{ severity: Severity } & StatusCounts>(
    `select severity, ${countsOf} from (
       select policy_id, max(severity) as severity,
         coalesce(max(status_rank) filter (where not suppressed), 0) as worst from compliance group by policy_id) p
     group by severity`,
  );
  const resources = await sql.query<{ type: string } & StatusCounts>(
    `select type, ${countsOf} from (
       select r.type, coalesce(max(c.status_rank) filter (where not c.suppressed), 0) as worst
       from resources r left join compliance c on c.resource_id = r.id where not r.deleted group by r.id) p
     group by type order by type`,
  );
  const top = (column: 'policy_id' | 'resource_id') =>
    sql.query<{ id: string }>(
      `select ${column} as id from compliance where status <> 'PASS' and not suppressed
       group by ${column} order by count(*) desc, ${column} limit ${topCount}`,
    );
  const [failingPolicies, failingResources] = [await top('policy_id'), await top('resource_id')];
  return {
    appliedPolicies: policies
      .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
      .map(({ severity, ...counts }) => ({ severity, counts })),
    scannedResources: resources.map(({ type, ...counts }) => ({ type, counts })),
    topFailingPolicies: failingPolicies.map(({ id }) => id),
    topFailingResources: failingResources.map(({ id }) => id),
  };
}

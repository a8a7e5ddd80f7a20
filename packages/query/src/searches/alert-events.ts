import type { Catalog } from '@margay/model';

import { call, column, literal } from '../ir/conditions.ts';
import type { Relation, TimeRange } from '../ir/relation.ts';
import { searchRelation } from '../languages/simple/search-relation.ts';

export interface MatchRowsOptions {
  /** Log types of the alert; only their tables are read. Default: all. */
  logTypes?: readonly string[];
  range?: TimeRange;
  /** Where rows of errors live instead of matches. */
  database?: 'panther_rule_matches' | 'panther_rule_errors' | 'panther_signals';
}

/** The events of alerts, from the tables of rule matches. Undefined when no such table is there or readable. */
export function matchRowsOf(
  alertIds: readonly string[],
  catalog: Catalog,
  options: MatchRowsOptions = {},
): Relation | undefined {
  const { logTypes, database = 'panther_rule_matches', range = {} } = options;
  const tables = catalog
    .tables()
    .filter((table) => table.database === database && !table.unionOf)
    .filter((table) => !logTypes || table.logType === undefined || logTypes.includes(table.logType))
    .filter((table) => table.columns.some((column) => column.name === 'p_alert_id'))
    .map((table) => ({ database: table.database, table: table.name }));
  if (tables.length === 0 || alertIds.length === 0) return undefined;
  const isOfThese = call('in', column('p_alert_id'), ...alertIds.map((id) => literal(id)));
  return searchRelation(tables, range, isOfThese);
}

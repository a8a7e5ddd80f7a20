import type { Catalog, CatalogTable } from '@margay/model';
import { lakeDatabases } from '@margay/model';

import { withoutViews } from '../find-table.ts';

export interface ChosenTables {
  tables: CatalogTable[];
  unknownDatabases: string[];
  unknownTables: string[];
}

/** Where a search looks when nothing is chosen. */
const defaultDatabases = ['panther_logs', 'panther_rule_matches', 'panther_views'];

/**
 * The tables of a search form's choice. Tables are named `name`, `database.name` or `database.public.name`; none
 * means all tables of the databases. Views are taken only when they are named, because their tables are there too; one
 * that is named beside others stands for its tables.
 */
export function chosenTables(catalog: Catalog, databases: string[], tables: string[]): ChosenTables {
  const all = catalog.tables();
  // A database is known before its first table is there: nothing has matched yet, for instance.
  const known = new Set<string>(lakeDatabases);
  const wanted = databases.length > 0 ? databases.map((name) => name.toLowerCase()) : undefined;
  const unknownDatabases = (wanted ?? []).filter((name) => !known.has(name));
  const inside = all.filter((table) =>
    (wanted ?? (tables.length > 0 ? [...known] : defaultDatabases)).includes(table.database),
  );
  if (tables.length === 0) {
    const events = inside.filter((table) => !table.unionOf);
    const isViewsOnly = events.length === 0;
    return { tables: isViewsOnly ? widest(inside) : events, unknownDatabases, unknownTables: [] };
  }
  const unknownTables: string[] = [];
  const chosen = new Set<CatalogTable>();
  for (const name of tables) {
    const found = inside.filter((table) => isNamed(table, name));
    if (found.length === 0) unknownTables.push(name);
    for (const table of found) chosen.add(table);
  }
  return { tables: withoutViews([...chosen], catalog), unknownDatabases, unknownTables };
}

function isNamed(table: CatalogTable, name: string): boolean {
  const lower = name.toLowerCase();
  const { database } = table;
  return [table.name, `${database}.${table.name}`, `${database}.public.${table.name}`].includes(lower);
}

/** Of several views the one over most tables. */
function widest(views: CatalogTable[]): CatalogTable[] {
  const sorted = views.toSorted((a, b) => (b.unionOf?.length ?? 0) - (a.unionOf?.length ?? 0));
  return sorted.slice(0, 1);
}

import type { Catalog, CatalogTable } from '@margay/model';
import { overflowColumnName, rawColumnName } from '../tables/layout.ts';
import type { TableLayout } from '../tables/layout.ts';
import { logicalColumnsOf } from './storage.ts';
import { viewsOver } from './views.ts';

export function catalogTableOf(layout: TableLayout): CatalogTable {
  const keepsRaw = layout.columns.some((column) => column.role === 'raw');
  return {
    database: layout.database,
    name: layout.table,
    displayName: layout.displayName,
    ...(layout.description ? { description: layout.description } : {}),
    ...(layout.logType ? { logType: layout.logType } : {}),
    columns: logicalColumnsOf(layout),
    ...(keepsRaw ? { rawColumn: rawColumnName } : {}),
    ...(keepsRaw && layout.hasIdsApart ? { hasIdsApart: true } : {}),
    overflowColumn: overflowColumnName,
    ...(layout.groupColumns ? { groupedBy: pathsOf(layout, layout.groupColumns) } : {}),
  };
}

/** As people write them. */
function pathsOf({ columns }: TableLayout, names: readonly string[]): string[] {
  return names.map((name) => columns.find((column) => column.name === name)?.path.join('.') ?? name);
}

/** The tables and, over them, the views. */
export function createCatalog(tables: readonly CatalogTable[]): Catalog {
  const sorted = tables.toSorted((a, b) =>
    keyOf(a.database, a.name).localeCompare(keyOf(b.database, b.name)),
  );
  const all = [...sorted, ...viewsOver(sorted)];
  const byKey = new Map(all.map((table) => [keyOf(table.database, table.name), table]));
  return {
    tables: () => all,
    find: (database, table) => byKey.get(keyOf(database, table)),
  };
}

function keyOf(database: string, table: string): string {
  return `${database.toLowerCase()}.${table.toLowerCase()}`;
}

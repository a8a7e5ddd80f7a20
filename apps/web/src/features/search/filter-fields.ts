import { columnTypeOfSqlType } from '@margay/query';
import type { FilterColumnType } from '@margay/query';
import type { LakeDatabase, LakeTable } from './queries.ts';

export interface FilterField {
  path: string;
  /** As the catalog names it; undefined where tables disagree. */
  type: string;
  columnType: FilterColumnType;
  group: string;
}

export const managedGroup = 'Panther Managed';
export const sharedGroup = 'Shared';
/** Where a search looks when no database is chosen. */
export const defaultDatabase = 'panther_logs';

/** `panther_logs.aws_cloudtrail`, as addresses and requests name a table. */
export function tableId({ databaseName, name }: LakeTable): string {
  return `${databaseName}.${name}`;
}

/** Tables to choose from: those of the chosen databases, or of all when none is chosen. */
export function tablesOf(databases: readonly LakeDatabase[], chosen: readonly string[]): LakeTable[] {
  const wanted = databases.filter((database) => chosen.length === 0 || chosen.includes(database.name));
  return wanted.flatMap((database) => database.tables);
}

/** A table is named alone, with its database, or with `public` between the two. */
export function isTableNamed(table: LakeTable, name: string): boolean {
  const lower = name.toLowerCase();
  const { databaseName } = table;
  return [table.name, `${databaseName}.${table.name}`, `${databaseName}.public.${table.name}`].includes(
    lower,
  );
}

/** Chosen tables that are in the chosen databases. */
export function keptTables(
  databases: readonly LakeDatabase[],
  chosen: readonly string[],
  tables: readonly string[],
): string[] {
  const inside = tablesOf(databases, chosen);
  return tables.filter((name) => inside.some((table) => isTableNamed(table, name)));
}

/** What is left of chosen names, and a message about those the lake does not know; empty when it knows all. */
export function unknownNames(
  databases: readonly LakeDatabase[],
  chosen: readonly string[],
  tables: readonly string[],
): { message: string; databases: string[]; tables: string[] } {
  const every = databases.flatMap((database) => database.tables);
  const lostDatabases = chosen.filter((name) => !databases.some((database) => database.name === name));
  const lostTables = tables.filter((name) => !every.some((table) => isTableNamed(table, name)));
  const messages = [
    ...(lostDatabases.length > 0 ? [`Invalid database(s): ${lostDatabases.join(', ')}`] : []),
    ...(lostTables.length > 0 ? [`Invalid table(s): ${lostTables.join(', ')}`] : []),
  ];
  return {
    message: messages.join('. '),
    databases: chosen.filter((name) => !lostDatabases.includes(name)),
    tables: tables.filter((name) => !lostTables.includes(name)),
  };
}

/** Tables the search will read: what is chosen, or the default. */
export function searchedTables(
  databases: readonly LakeDatabase[],
  chosen: readonly string[],
  tables: readonly string[],
): LakeTable[] {
  if (tables.length > 0)
    return tablesOf(databases, chosen).filter((table) => tables.some((name) => isTableNamed(table, name)));
  return tablesOf(databases, chosen.length > 0 ? chosen : [defaultDatabase]);
}

/** Fields for conditions, without the event time, which the time frame stands for. Grouped and sorted for the picker. */
export function filterFieldsOf(tables: readonly LakeTable[]): FilterField[] {
  const found = new Map<string, { types: Set<string>; owners: Set<string> }>();
  for (const table of tables) {
    for (const column of table.columns) {
      for (const { path, type } of [{ path: column.name, type: column.type }, ...column.fields]) {
        const entry = found.get(path) ?? { types: new Set(), owners: new Set() };
        entry.types.add(type);
        entry.owners.add(table.displayName);
        found.set(path, entry);
      }
    }
  }
  found.delete('p_event_time');
  const fields = [...found].map(([path, { types, owners }]): FilterField => {
    const kinds = new Set([...types].map((type) => columnTypeOfSqlType(type)));
    const [columnType] = kinds;
    const [type = 'string'] = types;
    const group = path.startsWith('p_')
      ? managedGroup
      : owners.size > 1
        ? sharedGroup
        : ([...owners][0] ?? '');
    return { path, type, columnType: kinds.size === 1 && columnType ? columnType : 'string', group };
  });
  return fields.toSorted((a, b) => rankOf(a.group) - rankOf(b.group) || a.group.localeCompare(b.group));
}

function rankOf(group: string): number {
  if (group === managedGroup) return 0;
  return group === sharedGroup ? 2 : 1;
}

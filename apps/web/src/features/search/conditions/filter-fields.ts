import { fieldLabel } from '@margay/model';
import { columnTypeOfSqlType } from '@margay/query';
import type { FilterColumnType, FilterFieldType } from '@margay/query';
import type { LakeDatabase, LakeTable } from '../../../lib/data-lake/queries.ts';

/** A field conditions may be about. */
export interface FilterField {
  /** What a condition names it by. */
  key: string;
  displayName: string;
  path: string;
  /** As the catalog names it; the first where tables disagree. */
  type: string;
  columnType: FilterColumnType;
  /** What values may be; undefined where tables disagree or any value goes. */
  valueType: FilterFieldType | undefined;
  databases: string[];
  /** As `tableId` names them. */
  tables: string[];
  /** Names of the tables that have it, by database. */
  databaseTableMatches: Record<string, string[]>;
  /** Panther's own fields, the only table's display name, or shared by several. */
  group: string;
  isPantherField: boolean;
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
  const found = new Map<string, { types: Set<string>; holders: Set<LakeTable> }>();
  for (const table of tables) {
    for (const column of table.columns) {
      for (const { path, type } of [{ path: column.name, type: column.type }, ...column.fields]) {
        const entry = found.get(path) ?? { types: new Set(), holders: new Set() };
        entry.types.add(type);
        entry.holders.add(table);
        found.set(path, entry);
      }
    }
  }
  found.delete('p_event_time');
  const fields = [...found].map(([path, { types, holders }]) => fieldOf(path, [...types], [...holders]));
  return fields.toSorted((a, b) => rankOf(a.group) - rankOf(b.group) || a.group.localeCompare(b.group));
}

function fieldOf(path: string, types: readonly string[], holders: readonly LakeTable[]): FilterField {
  const [type = 'string'] = types;
  const columnTypes = new Set(types.map((entry) => columnTypeOfSqlType(entry)));
  const valueTypes = new Set(types.map(valueTypeOf));
  const [columnType] = columnTypes;
  const byDatabase = Map.groupBy(holders, (table) => table.databaseName);
  const owners = new Set(holders.map((table) => table.displayName));
  const isPantherField = path.startsWith('p_');
  return {
    key: path,
    displayName: fieldLabel(path),
    path,
    type,
    columnType: columnTypes.size === 1 && columnType ? columnType : 'string',
    valueType: valueTypes.size === 1 ? [...valueTypes][0] : undefined,
    databases: [...byDatabase.keys()],
    tables: holders.map(tableId),
    databaseTableMatches: Object.fromEntries(
      [...byDatabase].map(([database, list]) => [database, list.map(({ name }) => name)]),
    ),
    group: isPantherField ? managedGroup : owners.size > 1 ? sharedGroup : ([...owners][0] ?? ''),
    isPantherField,
  };
}

const valueTypes: readonly (readonly [RegExp, FilterFieldType])[] = [
  [/^(smallint|int|bigint)$/, 'int'],
  [/^float$/, 'float'],
  [/^boolean$/, 'bool'],
  [/^string$/, 'string'],
  [/^array<(smallint|int|bigint)>$/, 'int_array'],
  [/^array<float>$/, 'float_array'],
  [/^array<boolean>$/, 'bool_array'],
  [/^array<string>$/, 'string_array'],
];

/** What values of a column may be; undefined for times, objects and JSON. */
export function valueTypeOf(type: string): FilterFieldType | undefined {
  return valueTypes.find(([pattern]) => pattern.test(type))?.[1];
}

function rankOf(group: string): number {
  if (group === managedGroup) return 0;
  return group === sharedGroup ? 2 : 1;
}

import { lakeDatabases, lakeViews, unitedBy } from '@margay/model';
import type { Catalog, CatalogColumn, CatalogTable, ColumnStorage, Field, FieldType } from '@margay/model';
import type { LakeColumn, LakeDatabase } from '../../lib/data-lake/queries.ts';

/** The tables the server names, as the language wants them. How they rest in the engine is made up: no query runs here. */
export function flowCatalog(databases: readonly LakeDatabase[]): Catalog {
  const named = databases.flatMap(({ name, tables: own }): CatalogTable[] => {
    const database = lakeDatabases.find((known) => known === name);
    if (!database) return [];
    return own.map((table) => ({
      database,
      name: table.name,
      displayName: table.displayName,
      ...(table.description === null ? {} : { description: table.description }),
      ...(table.logType === null ? {} : { logType: table.logType }),
      columns: table.columns.map(columnOf),
    }));
  });
  const tables = named.map((table): CatalogTable => {
    const view = table.database === 'panther_views' && lakeViews.find(({ name }) => name === table.name);
    if (!view) return table;
    return { ...table, unionOf: unitedBy(view, named).map(({ database, name }) => ({ database, name })) };
  });
  const byName = new Map(tables.map((table) => [keyOf(table.database, table.name), table]));
  return { tables: () => tables, find: (database, name) => byName.get(keyOf(database, name)) };
}

const keyOf = (database: string, name: string) => `${database}.${name}`.toLowerCase();

function columnOf({ name, type, fields }: LakeColumn): CatalogColumn {
  const read = typeOf(name, type, fields);
  return { name, type: read, isStandard: name.startsWith('p_'), storage: storageOf(name, read) };
}

const scalars = ['string', 'int', 'smallint', 'bigint', 'float', 'boolean', 'timestamp'] as const;
const engineTypes: Record<(typeof scalars)[number], string> = {
  string: 'Nullable(String)',
  int: 'Nullable(Int32)',
  smallint: 'Nullable(Int16)',
  bigint: 'Nullable(Int64)',
  float: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
  timestamp: "Nullable(DateTime64(9, 'UTC'))",
};

/** A type nobody knows may hold anything. Inside of an object in a list nothing is listed. */
function typeNamed(text: string): FieldType {
  const element = /^array<(.*)>$/.exec(text)?.[1];
  if (element !== undefined) return { kind: 'array', element: typeNamed(element) };
  const scalar = scalars.find((kind) => kind === text);
  return { kind: scalar ?? 'json' };
}

/** The fields inside a column come with their whole paths, each object right before what it holds. */
function typeOf(path: string, type: string, listed: LakeColumn['fields']): FieldType {
  if (type !== 'object' || listed.length === 0) return typeNamed(type);
  const root: Field[] = [];
  const open = [{ before: `${path}.`, fields: root }];
  for (const field of listed) {
    while (open.length > 1 && !field.path.startsWith(open.at(-1)!.before)) open.pop();
    const { before, fields } = open.at(-1)!;
    const name = field.path.slice(before.length);
    if (field.type === 'object') {
      const inside: Field[] = [];
      fields.push({ name, type: { kind: 'object', fields: inside } });
      open.push({ before: `${field.path}.`, fields: inside });
    } else fields.push({ name, type: typeNamed(field.type) });
  }
  return { kind: 'object', fields: root };
}

function storageOf(column: string, type: FieldType): ColumnStorage {
  if (type.kind === 'object') {
    const leaves = type.fields.map(
      (field) => [field.name, storageOf(`${column}.${field.name}`, field.type)] as const,
    );
    return { kind: 'leaves', leaves: Object.fromEntries(leaves) };
  }
  if (type.kind === 'json' || type.kind === 'array') return { kind: 'json', column };
  return { kind: 'column', column, engineType: engineTypes[type.kind] };
}

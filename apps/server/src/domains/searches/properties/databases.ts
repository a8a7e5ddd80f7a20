import {
  lakeDatabaseLabels,
  lakeDatabases,
  type Catalog,
  type CatalogTable,
  type FieldType,
} from '@margay/model';
import { typeName } from '../results/page.ts';

export interface DatabaseEntry {
  name: string;
  displayName: string;
  tables: CatalogTable[];
}

/** All databases in their fixed order, with the tables the catalog shows: none yet, for some. */
export function databasesOf(catalog: Catalog): DatabaseEntry[] {
  const tables = catalog.tables();
  return lakeDatabases.map((name) => ({
    name,
    displayName: lakeDatabaseLabels[name],
    tables: tables.filter((table) => table.database === name && !isEmptyView(table)),
  }));
}

function isEmptyView(table: CatalogTable): boolean {
  return table.unionOf !== undefined && table.unionOf.length === 0;
}

export interface NestedField {
  path: string;
  type: string;
  description: string | null;
}

/** The fields inside an object column, depth first, with their paths: `userIdentity.arn`. */
export function fieldsInside(name: string, type: FieldType): NestedField[] {
  if (type.kind !== 'object') return [];
  return type.fields.flatMap((field) => {
    const path = `${name}.${field.name}`;
    const own = { path, type: typeName(field.type), description: field.description ?? null };
    return [own, ...fieldsInside(path, field.type)];
  });
}

import type { Catalog, FieldType } from '@margay/model';
import { columnsOf, type Relation, type ScopeColumn } from '@margay/query';
import { tablesRead } from '../results/tables.ts';

export interface PropertyNames {
  propertyDisplayName: string;
  /** The only table of the search with this column; null where several or none have it. */
  propertyTableName: string | null;
  propertyPath: string;
}

/** The columns of a search as one caller may see them. */
export interface PropertyScope {
  /** Whether the caller's own search could have shown this column. */
  has(propertyId: string): boolean;
  namesOf(propertyId: string): PropertyNames;
}

export const emptyScope: PropertyScope = {
  has: () => false,
  namesOf: (path) => ({ propertyDisplayName: path, propertyTableName: null, propertyPath: path }),
};

/** `catalog` is already reduced to what the caller may see. */
export function propertyScope(relation: Relation, catalog: Catalog): PropertyScope {
  const columns = columnsOf(relation, catalog).filter((column) => !column.hidden);
  const tables = tablesRead(relation, catalog);
  return {
    has: (path) => reaches(columns, path),
    namesOf(path) {
      const holders = tables.filter((table) => reaches(table.columns, path));
      const names = new Set(holders.map((table) => table.name));
      return {
        propertyDisplayName: path,
        propertyTableName: names.size === 1 ? (holders[0]?.name ?? null) : null,
        propertyPath: path,
      };
    },
  };
}

type Named = Pick<ScopeColumn, 'name' | 'type'>;

/** A path ends at a column, at a field inside an object column, or anywhere inside one of free form. */
function reaches(columns: readonly Named[], path: string): boolean {
  if (columns.some((column) => column.name === path)) return true;
  const [root = '', ...steps] = path.split('.');
  let type: FieldType | undefined = columns.find((column) => column.name === root)?.type;
  for (const step of steps) {
    if (type?.kind === 'json') return true;
    type = type?.kind === 'object' ? type.fields.find((field) => field.name === step)?.type : undefined;
  }
  return type !== undefined;
}

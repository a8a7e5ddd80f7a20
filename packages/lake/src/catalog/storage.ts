import type { CatalogColumn, ColumnStorage, Field, FieldType } from '@margay/model';
import type { LayoutColumn, TableLayout } from '../tables/layout.ts';
import { columnNameOf } from '../tables/layout.ts';
import { standardFieldsOf } from '../tables/standard-fields.ts';

/** The columns a person sees: top-level fields of the shape, then the standard ones. */
export function logicalColumnsOf(layout: TableLayout): CatalogColumn[] {
  const byName = new Map(layout.columns.map((column) => [column.name, column]));
  const logical = (field: Field, isStandard: boolean): CatalogColumn => ({
    name: field.name,
    type: field.type,
    ...(field.description ? { description: field.description } : {}),
    isStandard,
    storage: storageOf([field.name], field.type, byName),
  });
  const isStandardName = (name: string) => name.startsWith('p_');
  return [
    ...layout.shape.fields.map((field) => logical(field, isStandardName(field.name))),
    ...standardFieldsOf(layout.database).map((field) => logical(field, true)),
  ];
}

function storageOf(
  path: string[],
  type: FieldType,
  byName: ReadonlyMap<string, LayoutColumn>,
): ColumnStorage {
  if (type.kind === 'object' && type.fields.length > 0) {
    const leaves = type.fields.map((field): [string, ColumnStorage] => [
      field.name,
      storageOf([...path, field.name], field.type, byName),
    ]);
    return { kind: 'leaves', leaves: Object.fromEntries(leaves) };
  }
  const name = columnNameOf(path);
  const column = byName.get(name);
  if (!column) throw new TypeError(`the layout has no column ${name}`);
  if (column.cell === 'json') return { kind: 'json', column: name };
  return { kind: 'column', column: name, engineType: column.engineType };
}

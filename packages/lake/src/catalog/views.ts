import { lakeViews, unitedBy, type CatalogColumn, type CatalogTable } from '@margay/model';

/**
 * The fixed views. They are never made in the engine: the query planner expands `unionOf`, so a view over tables
 * already reduced to what a person may read cannot show more.
 */
export function viewsOver(tables: readonly CatalogTable[]): CatalogTable[] {
  return lakeViews.map((view) => {
    const members = unitedBy(view, tables);
    return {
      database: 'panther_views',
      name: view.name,
      displayName: view.displayName,
      columns: sharedColumns(members),
      unionOf: members.map(({ database, name }) => ({ database, name })),
    };
  });
}

/** Only the standard columns that any of the tables has, by name, and the name of the database. */
function sharedColumns(members: readonly CatalogTable[]): CatalogColumn[] {
  const byName = new Map<string, CatalogColumn>([[databaseName.name, databaseName]]);
  for (const column of members.flatMap((member) => member.columns)) {
    if (column.isStandard && !byName.has(column.name)) byName.set(column.name, column);
  }
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A literal the planner puts in; no engine column stands behind it. */
const databaseName: CatalogColumn = {
  name: 'p_db_name',
  type: { kind: 'string' },
  description: 'Database the row is from',
  isStandard: true,
  storage: { kind: 'column', column: 'p_db_name', engineType: 'String' },
};

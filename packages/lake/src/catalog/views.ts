import { scheduledRowsTable, type CatalogColumn, type CatalogTable, type LakeDatabase } from '@margay/model';

interface ViewDefinition {
  name: string;
  displayName: string;
  over: readonly LakeDatabase[];
}

const views: readonly ViewDefinition[] = [
  { name: 'all_cloudsecurity', displayName: 'All cloud security', over: ['panther_cloudsecurity'] },
  {
    name: 'all_databases',
    displayName: 'All databases',
    over: [
      'panther_cloudsecurity',
      'panther_logs',
      'panther_rule_errors',
      'panther_rule_matches',
      'panther_signals',
    ],
  },
  { name: 'all_logs', displayName: 'All logs', over: ['panther_logs'] },
  { name: 'all_rule_errors', displayName: 'All rule errors', over: ['panther_rule_errors'] },
  { name: 'all_rule_matches', displayName: 'All rule matches', over: ['panther_rule_matches'] },
  { name: 'all_signals', displayName: 'All signals', over: ['panther_signals'] },
];

/**
 * The fixed views. They are never made in the engine: the query planner expands `unionOf`, so a view over tables
 * already reduced to what a person may read cannot show more.
 */
export function viewsOver(tables: readonly CatalogTable[]): CatalogTable[] {
  return views.map((view) => {
    // The table across log types repeats rows of the others.
    const members = tables.filter(
      (table) =>
        view.over.includes(table.database) &&
        (table.logType !== undefined || table.name === scheduledRowsTable),
    );
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

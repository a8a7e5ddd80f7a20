import type { LakeDatabase } from './queries.ts';

/** The tables of the lake as the SQL editor wants them. */
export function editorTables(databases: readonly LakeDatabase[]) {
  return databases.flatMap(({ name: database, tables }) =>
    tables.map(({ name, columns }) => ({ database, name, columns })),
  );
}

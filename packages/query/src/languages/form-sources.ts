import type { Catalog, CatalogTable } from '@margay/model';

import { mixesFindings } from '../ir/merge-findings.ts';
import { chosenTables } from './simple/sources.ts';
import type { FormSearch, Untranslatable } from './translation.ts';

/** Where a form searches: all tables of databases, or single tables, each `database.name`. */
export interface FormSource {
  /** Databases that are meant as a whole. */
  databases: string[];
  /** Tables of no such database. */
  tables: CatalogTable[];
  /** Every table that is searched. */
  all: CatalogTable[];
  /** Logs beside findings, which makes events: a list of tables would give the rows of each. */
  isMerged: boolean;
}

/** What the choice of a form means, by the same rules that the search itself follows. */
export function sourceOf(
  form: Pick<FormSearch, 'databases' | 'tables'>,
  catalog: Catalog,
): FormSource | { untranslatable: Untranslatable[] } {
  const { tables, unknownDatabases, unknownTables } = chosenTables(
    catalog,
    [...form.databases],
    [...form.tables],
  );
  const fault = (path: string, words: string, reason: string) => ({
    untranslatable: [{ path, words, reason }],
  });
  if (unknownDatabases.length > 0)
    return fault('databases', unknownDatabases.join(', '), 'There is no such database.');
  if (unknownTables.length > 0)
    return fault('tables', unknownTables.join(', '), 'There is no such table, or you may not read it.');
  if (tables.length === 0) return fault('tables', '', 'There are no tables to search.');
  const isMerged = mixesFindings(tables.map(({ database }) => database));
  if (form.tables.length > 0) return { databases: [], tables, all: tables, isMerged };
  const searched = new Set(tables);
  const names = [...new Set(tables.map(({ database }) => database))];
  const isWhole = (database: string) =>
    catalog.tables().every((table) => table.database !== database || searched.has(table));
  const databases = names.filter(isWhole);
  const others = tables.filter(({ database }) => !databases.includes(database));
  return { databases, tables: others, all: tables, isMerged };
}

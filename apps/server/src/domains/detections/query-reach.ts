import type { Catalog } from '@margay/model';
import { languageOfText } from '@margay/query';
import { compileSearch, readSearchParams, tablesRead } from '../searches/index.ts';
import type { Reach } from '../../api/log-type-lack.ts';
import { isOfFirstForm, type SavedQueryDefinition } from './kinds/saved-query.ts';
import { searchParamsOf } from './saved-search-params.ts';

const nothing: Reach = { logTypes: [] };

/**
 * The log types of the tables that a saved query reads. With a schedule it runs on the platform's own account, so it
 * must be certain what it reads, also when there are more tables than today. Without one it runs with the access of
 * whoever runs it: then tables that are not named concern nobody in particular.
 */
export function queryReach(query: SavedQueryDefinition, catalog: Catalog, now: Date): Reach {
  const { text, schedule, form } = query;
  const isScheduled = schedule !== undefined;
  const unless = (why: string): Reach => (isScheduled ? { any: why } : nothing);
  if (text.trim() === '') return formReach(query, catalog, now, unless);
  const { text: language } = languageOfText(text);
  if (isScheduled && language.mayNameByPattern(text)) return { any: 'its text may name tables by a pattern' };
  const [database] = form?.databases ?? [];
  const { tables, diagnostics, ok } = language.compile(text, catalog, {
    now,
    ...(database === undefined || isScheduled ? {} : { database }),
  });
  if (!ok) return unless(`it cannot be told what it reads (${diagnostics[0]?.message ?? 'it does not run'})`);
  const found = tables.map(({ database: name, table }) => catalog.find(name, table));
  if (found.some((table) => table?.unionOf)) {
    if (isScheduled) return { any: 'it reads a view over all log types' };
    return reachOfTables(found.filter((table) => !table?.unionOf));
  }
  return reachOfTables(found);
}

/** The clock runs no query of the first form. */
function formReach(
  query: SavedQueryDefinition,
  catalog: Catalog,
  now: Date,
  unless: (why: string) => Reach,
): Reach {
  if (isOfFirstForm(query.text, query.form)) return nothing;
  if (!query.form?.tables.length) return unless('it names no tables, so it reads those to come, too');
  const { search, diagnostics } = compileSearch(readSearchParams(searchParamsOf(query, now)), catalog, now);
  if (!search)
    return unless(`it cannot be told what it reads (${diagnostics[0]?.message ?? 'it does not run'})`);
  return reachOfTables(tablesRead(search.relation, catalog));
}

function reachOfTables(tables: readonly ({ logType?: string } | undefined)[]): Reach {
  if (tables.some((table) => table?.logType === undefined))
    return { any: 'it reads a table that holds rows of many log types' };
  return { logTypes: tables.flatMap((table) => table?.logType ?? []) };
}

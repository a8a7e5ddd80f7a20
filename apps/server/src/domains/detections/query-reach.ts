import type { Catalog } from '@margay/model';
import { compileSimpleSearch, languageOfText } from '@margay/query';
import { readSearchParams } from '../searches/index.ts';
import type { Reach } from '../../api/log-type-lack.ts';
import { isOfFirstForm, type SavedQueryDefinition } from './kinds/saved-query.ts';
import { formParamsOf } from './saved-search-params.ts';

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
  if (isOfFirstForm(text, form)) return nothing;
  if (isScheduled && text.trim() !== '' && languageOfText(text).text.mayNameByPattern(text))
    return { any: 'its text may name tables by a pattern' };
  const namesNone = 'it names no tables, so it reads those to come, too';
  const hasTables = (form?.tables ?? []).length > 0;
  if (text.trim() === '' && !hasTables) return unless(namesNone);
  const { ok, tables, diagnostics, usesForm } = namedTables(query, catalog, now);
  if (!ok) return unless(`it cannot be told what it reads (${diagnostics[0]?.message ?? 'it does not run'})`);
  if (usesForm && !hasTables && isScheduled) return { any: namesNone };
  const found = tables.map(({ database, table }) => catalog.find(database, table));
  if (found.some((table) => table?.unionOf)) {
    if (isScheduled) return { any: 'it reads a view over all log types' };
    return reachOfTables(found.filter((table) => !table?.unionOf));
  }
  return reachOfTables(found);
}

/** The tables that the text names, with those that the form names where they are read. */
function namedTables(query: SavedQueryDefinition, catalog: Catalog, now: Date) {
  const { text, schedule, form } = query;
  const compileForm = (filters?: string) =>
    compileSimpleSearch(
      readSearchParams({ ...formParamsOf(query, now), ...(filters === undefined ? {} : { filters }) }),
      catalog,
      { now },
    );
  if (text.trim() === '') return { ...compileForm(), usesForm: true };
  const [database] = form?.databases ?? [];
  let ofForm: ReturnType<typeof compileForm> | undefined;
  const ofText = languageOfText(text).text.compile(text, catalog, {
    now,
    ...(database === undefined || schedule !== undefined ? {} : { database }),
    source: () => (ofForm ??= compileForm('')).relation,
  });
  const usesForm = ofForm !== undefined;
  // The form says better what is wrong with it.
  const { ok, diagnostics } = ofForm?.ok === false ? ofForm : ofText;
  return { ok, diagnostics, usesForm, tables: [...ofText.tables, ...(ofForm?.tables ?? [])] };
}

function reachOfTables(tables: readonly ({ logType?: string } | undefined)[]): Reach {
  if (tables.some((table) => table?.logType === undefined))
    return { any: 'it reads a table that holds rows of many log types' };
  return { logTypes: tables.flatMap((table) => table?.logType ?? []) };
}

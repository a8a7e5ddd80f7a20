import { invalidInput } from '@margay/kit';
import type { Catalog } from '@margay/model';
import {
  compileSimpleSearch,
  compileSql,
  type Diagnostic,
  type Relation,
  type TimeRange,
} from '@margay/query';
import type { SearchParams } from './schema.ts';

/** A search ready to be divided into timeline, details and summary. */
export interface ReadySearch {
  relation: Relation;
  catalog: Catalog;
  /** What the form says; open for SQL, whose text says it. */
  range: TimeRange;
  /** Details never go beyond so many rows. */
  limit: number;
  /** What open ranges and `now` count from: the start of the search, so that its parts agree. */
  now: Date;
}

/** `now` is when the search was started. Faults come back as diagnostics; `search` is there when none is an error. */
export function compileSearch(
  params: SearchParams,
  catalog: Catalog,
  now: Date,
): { search?: ReadySearch; diagnostics: Diagnostic[] } {
  const { limit } = params;
  if (params.language === 'sql') {
    const { relation, diagnostics, ok } = compileSql(params.filters, catalog, { now });
    return ok && relation
      ? { search: { relation, catalog, range: {}, limit, now }, diagnostics }
      : { diagnostics };
  }
  const { relation, diagnostics, ok, timeRange } = compileSimpleSearch(params, catalog, { now });
  return ok && relation
    ? { search: { relation, catalog, range: timeRange, limit, now }, diagnostics }
    : { diagnostics };
}

/** The first error as `InvalidInput` with its place, the way editors, the API and the command line show it. */
export function refusalOf(diagnostics: readonly Diagnostic[]) {
  const first = diagnostics.find((diagnostic) => diagnostic.severity === 'error') ?? diagnostics[0];
  const { message = 'The search cannot run.', line = 1, column = 1, path } = first ?? {};
  const field = path === undefined ? {} : { field: path };
  return invalidInput(message, { details: { ...field, line, column, diagnostics } });
}

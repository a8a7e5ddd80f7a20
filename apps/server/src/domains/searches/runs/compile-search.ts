import { invalidInput } from '@margay/kit';
import type { Catalog } from '@margay/model';
import { languageOf, type CompiledRequest, type Diagnostic, type ReadySearch } from '@margay/query';
import type { SearchParams } from '../schema.ts';

/** `now` is when the search was started. Faults come back as diagnostics; `search` is there when none is an error. */
export const compileSearch = (params: SearchParams, catalog: Catalog, now: Date): CompiledRequest =>
  languageOf(params.language).compile(params, catalog, now);

/** The same where only a search that can run is of use: throws what is wrong with it. */
export function readySearch(params: SearchParams, catalog: Catalog, now: Date): ReadySearch {
  const { search, diagnostics } = compileSearch(params, catalog, now);
  if (!search) throw refusalOf(diagnostics);
  return search;
}

/** The first error as `InvalidInput` with its place, the way editors, the API and the command line show it. */
export function refusalOf(diagnostics: readonly Diagnostic[]) {
  const first = diagnostics.find((diagnostic) => diagnostic.severity === 'error') ?? diagnostics[0];
  const { message = 'The search cannot run.', line = 1, column = 1, path } = first ?? {};
  const field = path === undefined ? {} : { field: path };
  return invalidInput(message, { details: { ...field, line, column, diagnostics } });
}

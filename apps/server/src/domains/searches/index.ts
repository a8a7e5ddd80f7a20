/** What other domains may use. */
export { compileSearch, readySearch, refusalOf } from './runs/compile-search.ts';
export { readSearchParams, type SearchParams, type SearchParamsInput } from './schema.ts';
export { tablesRead } from './results/tables.ts';

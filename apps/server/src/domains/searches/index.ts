/** What other domains may use. */
export { searchesAccess } from './access.ts';
export { compileSearch, readySearch, refusalOf } from './runs/compile-search.ts';
export { readSearchParams, type SearchParams, type SearchParamsInput } from './schema.ts';
export { tablesRead } from './results/tables.ts';

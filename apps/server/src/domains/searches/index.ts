/** What other domains may use. */
export { compileSearch, refusalOf } from './compile-search.ts';
export { readSearchParams, type SearchParamsInput } from './schema.ts';
export { tablesRead } from './search-tables.ts';

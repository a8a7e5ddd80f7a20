export { buildTableImage, type BuiltImage, type ImageRow } from './build-image.ts';
export { createEnricher, type Enricher, type EnrichmentTable, type LogTypeSelectors } from './enricher.ts';
export { tableLimits } from './limits.ts';
export { keyFieldOf, matchKeyOf, type MatchKey } from './match-key.ts';
export { readTableRows, rowFormats, type RowFormat } from './read-rows.ts';
export { compileSelector } from './selectors.ts';
export { openTableImage, type TableImage } from './table-image.ts';

/** What other domains may use. */
export type { SourceRetention } from './source-retention.ts';

/** What other domains may use. */
export type { ApiTokensService } from './service.ts';

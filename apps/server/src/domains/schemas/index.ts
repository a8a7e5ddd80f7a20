/** What other domains may use. */
export type { SchemasService } from './service.ts';

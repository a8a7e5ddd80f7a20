/** What other domains may use. */
export type { ActiveSchema, SchemasService } from './service.ts';

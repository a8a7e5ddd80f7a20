/** What other domains may use. */
export type { LogSourcesService, OpenedSource } from './service.ts';
export type { LogSource } from './store.ts';

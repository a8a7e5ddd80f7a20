/** What other domains may use. */
export { logSourcesAccess } from './access.ts';
export type { LogSourcesService, OpenedSource } from './service.ts';
export type { LogSource } from './store.ts';

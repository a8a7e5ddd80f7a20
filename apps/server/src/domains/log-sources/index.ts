/** What other domains may use. */
export type { LogSource } from './store.ts';

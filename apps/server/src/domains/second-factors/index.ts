/** What other domains may use. */
export type { SecondFactorsService } from './service.ts';

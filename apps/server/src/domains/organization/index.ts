/** What other domains may use. */
export type { OrganizationService, SignInPolicy } from './service.ts';

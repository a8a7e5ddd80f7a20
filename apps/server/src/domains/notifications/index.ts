/** What other domains may use. */
export type { NotificationsService } from './service.ts';

/** What other domains may use. */
export * from './letters.ts';
export type { MailService } from './service.ts';

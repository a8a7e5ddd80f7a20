/** What other domains may use. */
export type { AuditLog } from './service.ts';

/** What other domains may use. */
export type { AuditEntry, AuditLog } from './service.ts';

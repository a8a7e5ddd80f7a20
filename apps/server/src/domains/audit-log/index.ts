/** What other domains may use. */
export { auditLogType, auditSource } from './audit-source.ts';
export { changedFields } from './changed-fields.ts';
export type { AuditEntry, AuditLog } from './service.ts';

import { defineDomain } from '../../domain-contract/define-domain.ts';
import { createAuditLog, type AuditLog } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    audit: AuditLog;
  }
}

export const auditLog = defineDomain({
  name: 'audit-log',
  create: ({ store, logger }) => ({ services: { audit: createAuditLog({ sql: store, logger }) } }),
});

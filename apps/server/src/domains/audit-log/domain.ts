import { defineDomain } from '../../domain-contract/define-domain.ts';
import type { AuditLog } from './service.ts';

declare module '../../services.ts' {
  interface Services {
    audit: AuditLog;
  }
}

export const auditLog = defineDomain({ name: 'audit-log' });

import type { AuditLog } from './domains/audit-log/service.ts';
import type { OrganizationService } from './domains/organization/service.ts';
import type { RolesService } from './domains/roles/service.ts';
import type { SessionsService } from './domains/sessions/service.ts';
import type { UsersService } from './domains/users/service.ts';

/** The domains' services, as resolvers, REST handlers and roles see them. Filled by `wire.ts`. */
export interface Services {
  audit: AuditLog;
  organization: OrganizationService;
  roles: RolesService;
  sessions: SessionsService;
  users: UsersService;
}

import type { LogTypeAccess, Permission } from '@margay/auth';

/** Who makes a request. Permissions are already expanded (Modify implies Read) and as live as the request. */
export interface Actor {
  kind: 'user' | 'system';
  id: string;
  name: string;
  email: string;
  roleName: string;
  permissions: ReadonlySet<Permission>;
  logTypeAccess: LogTypeAccess;
}

/** The platform itself: schedules, retention, system errors. */
export const systemActor = (permissions: ReadonlySet<Permission> = new Set()): Actor => ({
  kind: 'system',
  id: 'system',
  name: 'Margay',
  email: '',
  roleName: '',
  permissions,
  logTypeAccess: { kind: 'ALLOW_ALL', logTypes: [] },
});

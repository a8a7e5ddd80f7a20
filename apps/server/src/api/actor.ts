import type { LogTypeAccess, Permission } from '@margay/auth';

/** A person signed in, an API token, or the platform itself. */
export const actorKinds = ['person', 'token', 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Who makes a request. Permissions are already expanded (Modify implies Read) and as live as the request. */
export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
  email: string;
  roleName: string;
  permissions: ReadonlySet<Permission>;
  logTypeAccess: LogTypeAccess;
  /** Of a person: the session the request came by. */
  sessionId?: string;
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

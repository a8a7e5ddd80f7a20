import type { Sql, Store } from '@margay/store';
import { keepAccess, type KeptAccess } from '../../api/kept-access.ts';
import type { RoleAccess, RolesService } from '../roles/index.ts';
import { findUser, type User } from '../users/index.ts';
import { findSession, type Session } from './store.ts';

export interface SignedIn {
  session: Session;
  user: User;
  role: RoleAccess | undefined;
}

/** A session with its person and role as they are now. Undefined for a session of somebody else. */
export async function findSignedIn(
  { sql, roles }: { sql: Sql; roles: Pick<RolesService, 'accessOf'> },
  sessionId: string,
  userId: string,
): Promise<SignedIn | undefined> {
  const [session, user] = await Promise.all([findSession(sql, sessionId), findUser(sql, userId)]);
  if (session === undefined || user === undefined || session.userId !== user.id) return undefined;
  return { session, user, role: await roles.accessOf(user.roleId) };
}

export interface KeptSignedIn extends Pick<KeptAccess<SignedIn>, 'forget' | 'close'> {
  /** As `findSignedIn`, kept for two seconds at most; see `keepAccess`. */
  find(sessionId: string, userId: string): Promise<SignedIn | undefined>;
}

export async function keepSignedIn(
  { store, roles }: { store: Store; roles: Pick<RolesService, 'accessOf'> },
  now?: () => number,
): Promise<KeptSignedIn> {
  const kept = await keepAccess(
    store,
    (key) => {
      const [sessionId = '', userId = ''] = key.split(' ');
      return findSignedIn({ sql: store, roles }, sessionId, userId);
    },
    now,
  );
  return { ...kept, find: (sessionId, userId) => kept.find(`${sessionId} ${userId}`) };
}

import { expandPermissions } from '@margay/auth';
import type { Actor } from '../../api/actor.ts';
import { permissionsOfSession } from './permissions-of-session.ts';
import type { SignedIn } from './signed-in.ts';
import type { Session } from './store.ts';

/** A person as the maker of a request. Without a role there is nothing they may do. `session`: by which it came. */
export function actorOfPerson(
  user: SignedIn['user'],
  role: SignedIn['role'],
  session?: Pick<Session, 'id' | 'provider'>,
): Actor {
  return {
    kind: 'person',
    id: user.id,
    name: `${user.givenName} ${user.familyName}`.trim() || user.email || 'No name (single sign-on)',
    email: user.email,
    ...(session === undefined ? {} : { sessionId: session.id }),
    roleName: role?.name ?? '',
    permissions: expandPermissions(permissionsOfSession(role?.permissions ?? [], session?.provider)),
    logTypeAccess: { kind: role?.logTypeAccessKind ?? 'DENY_ALL', logTypes: role?.logTypeAccess ?? [] },
  };
}

import { expandPermissions } from '@margay/auth';
import type { Actor } from '../../api/actor.ts';
import type { SignedIn } from './signed-in.ts';

/** A person as the maker of a request. Without a role there is nothing they may do. `sessionId`: by which it came. */
export function actorOfPerson(user: SignedIn['user'], role: SignedIn['role'], sessionId?: string): Actor {
  return {
    kind: 'person',
    id: user.id,
    name: `${user.givenName} ${user.familyName}`.trim() || user.email || 'No name (single sign-on)',
    email: user.email,
    ...(sessionId === undefined ? {} : { sessionId }),
    roleName: role?.name ?? '',
    permissions: expandPermissions(role?.permissions ?? []),
    logTypeAccess: { kind: role?.logTypeAccessKind ?? 'DENY_ALL', logTypes: role?.logTypeAccess ?? [] },
  };
}

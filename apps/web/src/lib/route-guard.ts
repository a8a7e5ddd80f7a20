import { isPermitted } from './permissions.ts';
import type { Permission } from './permissions.ts';
import { RequestError } from './graphql/request-error.ts';
import type { Session } from './session/session.ts';

/** For `beforeLoad`: without one of the permissions the 403 page takes the place of the screen. */
export function requirePermission(session: Session, anyOf: readonly Permission[]) {
  const state = session.state();
  if (state.kind === 'signed-in' && isPermitted(state.user.permissions, anyOf)) return;
  throw new RequestError(`This page needs one of the permissions ${anyOf.join(', ')}.`, 403, {
    code: 'FORBIDDEN',
  });
}

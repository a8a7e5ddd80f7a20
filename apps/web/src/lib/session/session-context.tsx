import { createContext, use, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { isPermitted } from '../permissions.ts';
import type { Permission } from '../permissions.ts';
import type { AuthClient } from './auth-client.ts';
import type { SignedInUser } from './claims.ts';
import type { Session, SessionState } from './session.ts';

interface Access {
  session: Session;
  auth: AuthClient;
}
const AccessContext = createContext<Access | undefined>(undefined);

export function SessionProvider({ session, auth, children }: Access & { children: ReactNode }) {
  return <AccessContext value={{ session, auth }}>{children}</AccessContext>;
}

export function useAccess(): Access {
  const access = use(AccessContext);
  if (!access) throw new Error('useAccess needs a SessionProvider above it');
  return access;
}

export function useSessionState(): SessionState {
  const { session } = useAccess();
  return useSyncExternalStore(session.subscribe, session.state);
}

/** The person signed in, or undefined. */
export function useUser(): SignedInUser | undefined {
  const state = useSessionState();
  return state.kind === 'signed-in' ? state.user : undefined;
}

/** True when the person holds any (or all) of the permissions. An empty list is never permitted. */
export function usePermission(
  wanted: Permission | readonly Permission[],
  mode: 'any' | 'all' = 'any',
): boolean {
  const user = useUser();
  return isPermitted(user?.permissions, typeof wanted === 'string' ? [wanted] : wanted, mode);
}

/** The tooltip of a button the person may not use, or undefined when it may be used: `disabledReason={…}`. */
export function useMissingPermission(wanted: Permission): string | undefined {
  return usePermission(wanted)
    ? undefined
    : `You need the permission ${wanted} for this. Ask an administrator.`;
}

/** Shows its children only with the permissions, else the fallback. */
export function Permitted(props: {
  any?: readonly Permission[];
  all?: readonly Permission[];
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const { any, all, fallback = null, children } = props;
  const hasAny = usePermission(any ?? []);
  const hasAll = usePermission(all ?? [], 'all');
  const isAllowed =
    (any !== undefined || all !== undefined) &&
    (any === undefined || hasAny) &&
    (all === undefined || hasAll);
  return isAllowed ? children : fallback;
}

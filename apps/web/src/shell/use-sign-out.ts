import { useRef } from 'react';
import { useAccess } from '../lib/session/session-context.tsx';
import { toast } from '../ui/overlays/toast.ts';

/** Two clicks within this time are one sign-out. */
const debounceMs = 350;

/** Ends the session of this window's person, here and at the identity provider where there is one. */
export function useSignOut(): () => void {
  const { session, auth } = useAccess();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      session
        .signOut()
        .then(auth.leaveProvider)
        .catch(() => toast.error('Failed to Log Out - We were unable to log you out at this time'));
    }, debounceMs);
  };
}

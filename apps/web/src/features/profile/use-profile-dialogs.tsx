import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { isSingleSignOnUser } from '../../lib/session/claims.ts';
import { useUser } from '../../lib/session/session-context.tsx';
import { IconHistory, IconKey, IconLock, IconUser } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';

// Layers that most visits never open.
const ProfileSettings = lazy(async () => ({
  default: (await import('./profile-settings.tsx')).ProfileSettings,
}));
const ChangePassword = lazy(async () => ({
  default: (await import('./change-password.tsx')).ChangePassword,
}));

const Passkeys = lazy(async () => ({ default: (await import('./passkeys.tsx')).Passkeys }));
const OwnSessions = lazy(async () => ({ default: (await import('./own-sessions.tsx')).OwnSessions }));

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What people change of themselves: the entries of their menu, and the dialog that one of them has opened. */
export function useProfileDialogs(): { entries: MenuEntry[]; dialog: ReactNode } {
  const user = useUser();
  const [open, setOpen] = useState<'settings' | 'password' | 'passkeys' | 'sessions'>();
  const reason =
    user && isSingleSignOnUser(user)
      ? 'You sign in with the identity provider, and this is changed there.'
      : undefined;
  const close = () => setOpen(undefined);
  return {
    entries: [
      {
        label: 'Profile Settings',
        icon: <IconUser {...icon} />,
        reason,
        onSelect: () => setOpen('settings'),
      },
      { label: 'Change password', icon: <IconLock {...icon} />, reason, onSelect: () => setOpen('password') },
      { label: 'Passkeys', icon: <IconKey {...icon} />, reason, onSelect: () => setOpen('passkeys') },
      {
        label: 'Where you are signed in',
        icon: <IconHistory {...icon} />,
        onSelect: () => setOpen('sessions'),
      },
    ],
    dialog: user && open && (
      <Suspense>
        {open === 'settings' && <ProfileSettings user={user} onClose={close} />}
        {open === 'password' && <ChangePassword user={user} onClose={close} />}
        {open === 'passkeys' && <Passkeys onClose={close} />}
        {open === 'sessions' && <OwnSessions onClose={close} />}
      </Suspense>
    ),
  };
}

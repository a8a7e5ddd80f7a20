import { useColorScheme } from '../ui/theme/color-scheme.ts';
import { useRef, useState } from 'react';
import { timeZoneSettings } from '../lib/format-time.ts';
import { displayName } from '../lib/session/claims.ts';
import type { SignedInUser } from '../lib/session/claims.ts';
import { useAccess } from '../lib/session/session-context.tsx';
import { localText } from '../lib/storage.ts';
import { useTimeZoneSetting } from '../lib/time-zone.tsx';
import { Avatar } from '../ui/marks/avatar.tsx';
import { IconCheck, IconChevronDown, IconLogout } from '../ui/icons.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import type { MenuEntry } from '../ui/overlays/menu.tsx';
import { toast } from '../ui/overlays/toast.ts';
import styles from './shell.module.css';

const densities = {
  compact: 'Compact rows',
  default: 'Default rows',
  comfortable: 'Comfortable rows',
} as const;
type Density = keyof typeof densities;
const schemes = { dark: 'Dark', light: 'Light', auto: 'System' } as const;
const densityText = localText('margay.density');
/** Two clicks within this time are one sign-out. */
const signOutDebounceMs = 350;

function applyDensity(density: Density) {
  densityText.write(density);
  document.documentElement.dataset.density = density;
}

function choice(label: string, selected: boolean, onSelect: () => void): MenuEntry {
  const icon = selected ? <IconCheck size={16} stroke={1.5} aria-hidden /> : <span style={{ width: 16 }} />;
  return { label, selected, icon, onSelect };
}

/** Who is signed in; theme, density and time zone of this browser; sign out. */
export function ProfileMenu({ user }: { user: SignedInUser }) {
  const { session } = useAccess();
  const { colorScheme, setColorScheme } = useColorScheme();
  const { zone, installationZone, setZone } = useTimeZoneSetting();
  const [density, setDensity] = useState<string>(densityText.read() ?? 'default');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function changeDensity(next: Density) {
    applyDensity(next);
    setDensity(next);
  }
  function signOut() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      session
        .signOut()
        .catch(() => toast.error('Failed to Log Out - We were unable to log you out at this time'));
    }, signOutDebounceMs);
  }
  const entries: MenuEntry[] = [
    { kind: 'heading', label: [user.email, user.roleName].filter(Boolean).join(' · ') },
    { kind: 'line' },
    { kind: 'heading', label: 'Theme' },
    ...Object.entries(schemes).map(([id, label]) =>
      // The keys of `schemes` are the schemes.
      choice(label, colorScheme === id, () => setColorScheme(id as keyof typeof schemes)),
    ),
    { kind: 'heading', label: 'Density' },
    ...Object.entries(densities).map(([id, label]) =>
      // The keys of `densities` are the densities.
      choice(label, density === id, () => changeDensity(id as Density)),
    ),
    { kind: 'heading', label: 'Time zone' },
    ...timeZoneSettings.map((name) =>
      choice(name === installationZone ? `${name} (default)` : name, zone === name, () => setZone(name)),
    ),
    { kind: 'line' },
    { label: 'Sign out', icon: <IconLogout size={16} stroke={1.5} aria-hidden />, onSelect: signOut },
  ];
  const name = displayName(user);
  return (
    <Menu label={`Profile of ${name}`} entries={entries} position="bottom-end">
      <button type="button" className={styles.profile} aria-label={`Profile of ${name}`}>
        <Avatar id={user.id} name={name} size="lg" />
        <IconChevronDown size={12} stroke={1.5} aria-hidden />
      </button>
    </Menu>
  );
}

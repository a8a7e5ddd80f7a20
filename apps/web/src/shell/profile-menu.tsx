import { useColorScheme } from '../ui/theme/color-scheme.ts';
import { useState } from 'react';
import { timeZoneSettings } from '../lib/format-time.ts';
import { personName } from '../lib/person-name.ts';
import type { SignedInUser } from '../lib/session/claims.ts';
import { localText } from '../lib/storage.ts';
import { useTimeZoneSetting } from '../lib/time-zone.tsx';
import { Avatar } from '../ui/marks/avatar.tsx';
import { IconCheck, IconChevronDown, IconLogout } from '../ui/icons.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import type { MenuEntry } from '../ui/overlays/menu.tsx';
import styles from './shell.module.css';
import { useSignOut } from './use-sign-out.ts';

const densities = {
  compact: 'Compact rows',
  default: 'Default rows',
  comfortable: 'Comfortable rows',
} as const;
type Density = keyof typeof densities;
export const schemes = { dark: 'Dark', light: 'Light', auto: 'System' } as const;
const densityText = localText('margay.density');

function applyDensity(density: Density) {
  densityText.write(density);
  document.documentElement.dataset.density = density;
}

function choice(label: string, selected: boolean, onSelect: () => void): MenuEntry {
  const icon = selected ? <IconCheck size={16} stroke={1.5} aria-hidden /> : <span style={{ width: 16 }} />;
  return { label, selected, icon, onSelect };
}

/** Who is signed in, with what they change of themselves (`own`); theme, density and time zone of this browser; sign out. */
export function ProfileMenu({ user, own }: { user: SignedInUser; own: readonly MenuEntry[] }) {
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useColorScheme();
  const { zone, installationZone, setZone } = useTimeZoneSetting();
  const [density, setDensity] = useState<string>(densityText.read() ?? 'default');

  function changeDensity(next: Density) {
    applyDensity(next);
    setDensity(next);
  }
  const entries: MenuEntry[] = [
    { kind: 'heading', label: [user.email, user.role.name].filter(Boolean).join(' · ') },
    ...own,
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
  const name = personName(user);
  return (
    <Menu label={`Profile of ${name}`} entries={entries} position="bottom-end">
      <button type="button" className={styles.profile} aria-label={`Profile of ${name}`}>
        <Avatar id={user.id} name={name} size="lg" />
        <IconChevronDown size={12} stroke={1.5} aria-hidden />
      </button>
    </Menu>
  );
}

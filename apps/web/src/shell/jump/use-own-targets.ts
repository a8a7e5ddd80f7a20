import { useRouter } from '@tanstack/react-router';
import { documentation, documentationTitles } from '../../lib/documentation.ts';
import { useUser } from '../../lib/session/session-context.tsx';
import { useShortcutRegistry } from '../../lib/shortcuts/use-shortcut.tsx';
import { useTimeZoneSetting } from '../../lib/time-zone.tsx';
import { useColorScheme } from '../../ui/theme/color-scheme.ts';
import {
  addressOf,
  buildScreens,
  helpScreens,
  isScreenPermitted,
  newScreens,
  screenExists,
  settingsScreens,
  sideGroups,
} from '../navigation.ts';
import type { Screen } from '../navigation.ts';
import { schemes } from '../profile-menu.tsx';
import { useSignOut } from '../use-sign-out.ts';
import type { Target } from './target.ts';

const places: { screen: Screen; where: string }[] = [
  ...sideGroups.flatMap((group) => group.links.map((screen) => ({ screen, where: group.label ?? '' }))),
  ...buildScreens.map((screen) => ({ screen, where: 'Build' })),
  ...settingsScreens.map((screen) => ({ screen, where: 'Settings' })),
  ...helpScreens.map((screen) => ({ screen, where: 'Help' })),
];

/** What the console has without asking the server: screens, actions, pages of the documentation. */
export function useOwnTargets(onShowShortcuts: () => void): { screens: Target[]; rest: Target[] } {
  const router = useRouter();
  const user = useUser();
  const registry = useShortcutRegistry();
  const { colorScheme, setColorScheme } = useColorScheme();
  const { zone, setZone } = useTimeZoneSetting();
  const signOut = useSignOut();
  const isThere = (screen: Screen) =>
    user !== undefined && screenExists(router, screen) && isScreenPermitted(screen, user);

  const screens = places
    .filter(({ screen }) => isThere(screen))
    .map(({ screen, where }): Target => ({
      key: `screen ${screen.path}`,
      group: 'Screens',
      label: screen.label,
      note: where,
      does: { to: addressOf(screen) },
    }));
  const action = (label: string, run: (event: KeyboardEvent | undefined) => void, keys?: string): Target => ({
    key: `action ${label}`,
    group: 'Actions',
    label,
    keys,
    does: { run },
  });
  // What the screen behind can do. Single keys move about in it and mean nothing from here.
  const ofScreen = (registry?.list() ?? []).filter(
    ({ keys, description }) => keys.startsWith('mod+') && keys !== 'mod+K' && description !== '',
  );
  const actions = [
    ...new Map(
      ofScreen.map((one) => [
        one.keys,
        action(one.description, (event) => event && one.run(event), one.keys),
      ]),
    ).values(),
    ...newScreens.filter(isThere).map((screen): Target => ({
      key: `action ${screen.label}`,
      group: 'Actions',
      label: screen.label,
      names: ['Create'],
      does: { to: addressOf(screen) },
    })),
    ...Object.entries(schemes)
      .filter(([id]) => id !== colorScheme)
      // The keys of `schemes` are the schemes.
      .map(([id, label]) => action(`Theme: ${label}`, () => setColorScheme(id as keyof typeof schemes))),
    zone === 'UTC'
      ? action('Show times in local time', () => setZone('Local'))
      : action('Show times in UTC', () => setZone('UTC')),
    action('Keyboard shortcuts', onShowShortcuts, '?'),
    action('Sign out', signOut),
  ];
  // The keys of `documentation` are the keys of its titles.
  const help = (Object.keys(documentation) as (keyof typeof documentation)[]).map((page): Target => ({
    key: `help ${page}`,
    group: 'Help',
    label: documentationTitles[page],
    note: 'Documentation',
    does: { href: documentation[page] },
  }));
  return { screens, rest: [...actions, ...help] };
}

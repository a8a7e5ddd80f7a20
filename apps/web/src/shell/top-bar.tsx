import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { documentation } from '../lib/documentation.ts';
import { useUser } from '../lib/session/session-context.tsx';
import { useWindowWidth } from '../lib/use-window-width.ts';
import { Button, IconButton } from '../ui/inputs/button.tsx';
import { IconChevronDown, IconChevronRight, IconHelp, IconMenu2, IconSettings } from '../ui/icons.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import type { MenuEntry } from '../ui/overlays/menu.tsx';
import { crumbsOf } from './breadcrumbs.ts';
import type { Crumb } from './breadcrumbs.ts';
import { helpScreens, screenExists, settingsScreens, visibleScreens } from './navigation.ts';
import type { Screen } from './navigation.ts';
import { PathLink } from './path-link.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import styles from './shell.module.css';

/** Below this width a trail of more than three truncates. */
const trailWidthPx = 1100;

/** Breadcrumbs at the left; settings, help and profile at the right. */
export function TopBar({
  onOpenNavigation,
  onShowShortcuts,
  tools,
  profileEntries,
}: {
  onOpenNavigation: (() => void) | undefined;
  onShowShortcuts: () => void;
  /** Before the profile menu. */
  tools?: ReactNode;
  /** In the profile menu, before what concerns this browser. */
  profileEntries: readonly MenuEntry[];
}) {
  const router = useRouter();
  const user = useUser();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const exists = (screen: Screen) => screenExists(router, screen);
  const settings = user ? visibleScreens(settingsScreens, user, exists) : [];
  const chevron = <IconChevronDown size={12} stroke={1.5} aria-hidden />;
  return (
    <header className={styles.topbar}>
      {onOpenNavigation && (
        <IconButton label="Menu" onClick={onOpenNavigation}>
          <IconMenu2 size={18} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      <Breadcrumbs crumbs={crumbsOf(path)} />
      <div className={styles.tools}>
        {settings.length > 0 && (
          <Menu
            label="Settings"
            position="bottom-end"
            entries={settings.map((screen) => ({ label: screen.label, to: screen.path }))}
          >
            <Button variant="quiet" aria-label="Settings" trailing={chevron}>
              <IconSettings size={16} stroke={1.5} aria-hidden />
            </Button>
          </Menu>
        )}
        <Menu
          label="Help"
          position="bottom-end"
          entries={[
            ...helpScreens.filter(exists).map((screen) => ({ label: screen.label, to: screen.path })),
            { label: 'Documentation', href: documentation.start },
            { label: 'Keyboard shortcuts', keys: '?', onSelect: onShowShortcuts },
          ]}
        >
          <Button variant="quiet" aria-label="Help" trailing={chevron}>
            <IconHelp size={16} stroke={1.5} aria-hidden />
          </Button>
        </Menu>
        {tools}
        {user && <ProfileMenu user={user} own={profileEntries} />}
      </div>
    </header>
  );
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const router = useRouter();
  const isTight = useWindowWidth() < trailWidthPx && crumbs.length > 3;
  const hidden = isTight ? crumbs.slice(1, -1) : [];
  const shown = isTight ? [...crumbs.slice(0, 1), ...crumbs.slice(-1)] : crumbs;
  const separator = <IconChevronRight size={12} stroke={1.5} aria-hidden />;
  return (
    <nav aria-label="Breadcrumbs" className={styles.crumbs}>
      <ol>
        {shown.map((crumb, index) => (
          <li key={crumb.path}>
            {index > 0 && separator}
            {isTight && index === 1 && (
              <>
                <Menu
                  label="More of the path"
                  entries={hidden.map((entry) => ({
                    label: entry.label,
                    onSelect: () => router.history.push(entry.path),
                  }))}
                >
                  <button type="button" className={styles.more} aria-label="More of the path">
                    ...
                  </button>
                </Menu>
                {separator}
              </>
            )}
            {index === shown.length - 1 ? (
              <span className={styles.current} aria-current="page">
                {crumb.label}
              </span>
            ) : (
              <PathLink href={crumb.path}>{crumb.label}</PathLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

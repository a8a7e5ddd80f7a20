import { useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerMonitor } from '../lib/server-health.ts';
import { useShortcut } from '../lib/shortcuts/use-shortcut.tsx';
import { useUser } from '../lib/session/session-context.tsx';
import { localText } from '../lib/storage.ts';
import type { MenuEntry } from '../ui/overlays/menu.tsx';
import { useWindowWidth } from '../lib/use-window-width.ts';
import type { SearchAddressOf } from './jump/places.ts';
import { addressOf, screenExists, visibleGroups } from './navigation.ts';
import type { SideLink } from './navigation.ts';
import { ReconnectingBanner } from './reconnecting-banner.tsx';
import styles from './shell.module.css';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';

// Layers that most visits never open.
const Jump = lazy(async () => ({ default: (await import('./jump/jump.tsx')).Jump }));
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Full-page editors: no top bar. */
    hideTopBar?: boolean;
    /** Search and editors start with the navigation collapsed, unless the person expanded it there. */
    workScreen?: boolean;
  }
}

const narrowBelowPx = 768;
const collapsedBelowPx = 1100;
const choice = localText('margay.sideNavigation');
const workChoice = localText('margay.sideNavigation.work');

function useCollapsed(isWorkScreen: boolean): [boolean, () => void] {
  const store = isWorkScreen ? workChoice : choice;
  const [, redraw] = useState(0);
  const width = useWindowWidth();
  const stored = store.read();
  const byDefault = isWorkScreen || width < collapsedBelowPx;
  const isCollapsed = stored === undefined ? byDefault : stored === 'collapsed';
  return [
    isCollapsed,
    () => {
      store.write(isCollapsed ? 'expanded' : 'collapsed');
      redraw((count) => count + 1);
    },
  ];
}

/** The frame around every screen of a signed-in person. */
export function AppFrame({
  server,
  tools,
  profileEntries = [],
  searchAddressOf,
  children,
}: {
  server: ServerMonitor;
  /** In the top bar, before the profile menu. */
  tools?: ReactNode;
  /** In the profile menu: what people change of themselves. */
  profileEntries?: readonly MenuEntry[];
  /** Where a search is shown that was run before. */
  searchAddressOf: SearchAddressOf;
  children: ReactNode;
}) {
  const router = useRouter();
  const user = useUser();
  const matches = useMatches();
  const hidesTopBar = matches.some((match) => match.staticData.hideTopBar);
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const [isCollapsed, toggle] = useCollapsed(matches.some((match) => match.staticData.workScreen));
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const [layer, setLayer] = useState<'jump' | 'shortcuts'>();
  useShortcut({ keys: 'mod+K', description: 'Jump to anything', run: () => setLayer('jump') });
  useShortcut({ keys: '?', description: 'Keyboard shortcuts', run: () => setLayer('shortcuts') });

  const links = user
    ? visibleGroups(user, (screen) => screenExists(router, screen)).flatMap((group) => group.links)
    : [];
  const navigation = (
    <SideNavigation
      isCollapsed={isCollapsed && !isNarrow}
      onToggle={isNarrow ? () => setNavigationOpen(false) : toggle}
      onJump={() => {
        setNavigationOpen(false);
        setLayer('jump');
      }}
      onFollow={() => setNavigationOpen(false)}
    />
  );
  return (
    <div className={styles.app} data-nav={isCollapsed ? 'collapsed' : 'expanded'}>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      {links.map((link) => link.key && <GoShortcut key={link.path} link={link} letter={link.key} />)}
      {!isNarrow && <div className={styles.sideSlot}>{navigation}</div>}
      {isNarrow && isNavigationOpen && (
        <div
          className={styles.narrowSide}
          onClick={() => setNavigationOpen(false)}
          onKeyDown={(event) => event.key === 'Escape' && setNavigationOpen(false)}
          role="presentation"
        >
          <div onClick={(event) => event.stopPropagation()} onKeyDown={() => undefined} role="presentation">
            {navigation}
          </div>
        </div>
      )}
      <div className={styles.main}>
        <ReconnectingBanner server={server} />
        {!hidesTopBar && (
          <TopBar
            onOpenNavigation={isNarrow ? () => setNavigationOpen(true) : undefined}
            onShowShortcuts={() => setLayer('shortcuts')}
            tools={tools}
            profileEntries={profileEntries}
          />
        )}
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      <Suspense>
        {layer === 'jump' && (
          <Jump
            isOpen
            onClose={() => setLayer(undefined)}
            onShowShortcuts={() => setLayer('shortcuts')}
            searchAddressOf={searchAddressOf}
          />
        )}
        {layer === 'shortcuts' && <ShortcutList isOpen onClose={() => setLayer(undefined)} />}
      </Suspense>
    </div>
  );
}

function GoShortcut({ link, letter }: { link: SideLink; letter: string }) {
  const router = useRouter();
  useShortcut({
    keys: `g ${letter}`,
    description: `Go to ${link.label}`,
    group: 'Go',
    run: () => router.history.push(addressOf(link)),
  });
  return null;
}

import { useRouter, useRouterState } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useUser } from '../lib/session/session-context.tsx';
import { IconArrowRight, IconLayoutSidebar } from '../ui/icons.ts';
import { Kbd } from '../ui/marks/kbd.tsx';
import { Logo } from '../ui/marks/logo.tsx';
import { addressOf, screenExists, visibleGroups } from './navigation.ts';
import type { SideLink } from './navigation.ts';
import { PathLink } from './path-link.tsx';
import styles from './shell.module.css';

export interface SideNavigationProps {
  isCollapsed: boolean;
  onToggle: () => void;
  onJump: () => void;
  /** After a link was followed, for the layer on narrow windows. */
  onFollow?: () => void;
}

/** Links by permission, in groups. Collapsed it shows glyphs and opens over the page while the pointer or focus is on it. */
export function SideNavigation({ isCollapsed, onToggle, onJump, onFollow }: SideNavigationProps) {
  const router = useRouter();
  const user = useUser();
  const [isOver, setOver] = useState(false);
  const groups = user ? visibleGroups(user, (screen) => screenExists(router, screen)) : [];
  const isOpenOver = isCollapsed && isOver;
  return (
    <nav
      aria-label="Main"
      className={styles.side}
      data-collapsed={isCollapsed || undefined}
      data-over={isOpenOver || undefined}
      onMouseEnter={() => setOver(true)}
      onMouseLeave={() => setOver(false)}
      onFocus={(event) => event.target.matches(':focus-visible') && setOver(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOver(false)}
    >
      <PathLink href="/" className={styles.sideHead} onClick={onFollow} aria-label="Margay, home">
        <Logo />
        <span className={styles.wordmark}>Margay</span>
      </PathLink>
      <button
        type="button"
        className={styles.jump}
        onClick={onJump}
        aria-label={isCollapsed && !isOpenOver ? 'Jump to…' : undefined}
      >
        <IconArrowRight size={14} stroke={1.5} aria-hidden />
        <span>Jump to…</span>
        <span aria-hidden>
          <Kbd keys="mod+K" />
        </span>
      </button>
      <div className={styles.nav}>
        {groups.map((group, index) => (
          <Fragment key={group.links[0]?.path}>
            {group.label ? (
              <div className={styles.group}>{group.label}</div>
            ) : (
              index > 0 && <div className={styles.gap} />
            )}
            {group.links.map((link) => (
              <NavigationLink
                key={link.path}
                link={link}
                isNameHidden={isCollapsed && !isOpenOver}
                onFollow={onFollow}
              />
            ))}
          </Fragment>
        ))}
      </div>
      <div className={styles.sideFoot}>
        <button
          type="button"
          className={styles.link}
          onClick={onToggle}
          aria-expanded={!isCollapsed}
          aria-label={isCollapsed ? 'Expand navigation' : 'Collapse navigation'}
        >
          <IconLayoutSidebar size={16} stroke={1.5} aria-hidden />
          <span>{isCollapsed ? 'Expand' : 'Collapse'}</span>
        </button>
      </div>
    </nav>
  );
}

function NavigationLink({
  link,
  isNameHidden,
  onFollow,
}: {
  link: SideLink;
  isNameHidden: boolean;
  onFollow: (() => void) | undefined;
}) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const section = link.path === '/dashboard/overview/' ? '/dashboard/' : link.path;
  const LinkIcon = link.icon;
  return (
    <PathLink
      href={addressOf(link)}
      className={styles.link}
      aria-current={path.startsWith(section) ? 'page' : undefined}
      aria-label={isNameHidden ? link.label : undefined}
      onClick={onFollow}
    >
      <LinkIcon size={16} stroke={1.5} aria-hidden />
      <span>{link.label}</span>
    </PathLink>
  );
}

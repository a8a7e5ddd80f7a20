import { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { keyLabel } from '../../lib/shortcuts/keys.ts';
import { IconExternalLink } from '../icons.ts';
import styles from './menu.module.css';

export type MenuEntry =
  | {
      kind?: 'item';
      label: string;
      icon?: ReactNode;
      /** Shortcut written at the right. */
      keys?: string;
      /** Red and last, after a line. */
      danger?: boolean;
      disabled?: boolean;
      /** Why it is disabled; shown as the entry's title. */
      reason?: string | undefined;
      onSelect?: () => void;
      /** A path of the console. */
      to?: string;
      /** An address outside; opens in a new window. */
      href?: string;
      /** Shows the entry as the current choice. */
      selected?: boolean;
    }
  | { kind: 'heading'; label: string }
  | { kind: 'line' };

export interface MenuProps {
  /** Accessible name of the menu. */
  label: string;
  entries: readonly MenuEntry[];
  /** The button that opens it; takes a ref. */
  children: ReactElement;
  position?: 'bottom-start' | 'bottom-end' | 'right-start' | 'top-start';
}

/** Shared by every menu. */
export const menuLooks = {
  offset: 4,
  zIndex: 300,
  transitionProps: { duration: 100 },
  classNames: { dropdown: styles.dropdown, item: styles.item, label: styles.label, divider: styles.divider },
};

/** A list of actions behind a button. Arrow keys, Home, End and typing work. */
export function Menu({ label, entries, children, position = 'bottom-start' }: MenuProps) {
  return (
    <MantineMenu {...menuLooks} position={position}>
      <MantineMenu.Target>{children}</MantineMenu.Target>
      <MenuEntries label={label} entries={entries} />
    </MantineMenu>
  );
}

/** A key pressed right after the one that opened the menu is the menu's already. */
const takeFocus = (menu: HTMLElement | null) => menu?.focus({ preventScroll: true });

/** What drops down. */
export function MenuEntries({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  return (
    <MantineMenu.Dropdown ref={takeFocus} aria-label={label} onClick={(event) => event.stopPropagation()}>
      {entries.map((entry, index) => (
        <Entry key={index} entry={entry} />
      ))}
    </MantineMenu.Dropdown>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const navigate = useNavigate();
  if (entry.kind === 'heading') return <MantineMenu.Label>{entry.label}</MantineMenu.Label>;
  if (entry.kind === 'line') return <MantineMenu.Divider />;
  const { label, icon, keys, danger = false, disabled = false, reason, onSelect, to, href, selected } = entry;
  const shared = {
    leftSection: icon,
    rightSection: href ? (
      <IconExternalLink size={14} stroke={1.5} aria-label="opens in a new window" />
    ) : (
      keys && <span className={styles.keys}>{keyLabel(keys)}</span>
    ),
    disabled: disabled || reason !== undefined,
    title: reason,
    className: cx(danger && styles.danger),
    'aria-current': selected ? (true as const) : undefined,
  };
  if (href) {
    return (
      <MantineMenu.Item {...shared} component="a" href={href} target="_blank" rel="noreferrer">
        {label}
      </MantineMenu.Item>
    );
  }
  if (to) {
    return (
      <MantineMenu.Item
        {...shared}
        component="a"
        href={to}
        onClick={(event: React.MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          // Not as `to`, which is a path: it would put its slash behind a search.
          void navigate({ href: to });
        }}
      >
        {label}
      </MantineMenu.Item>
    );
  }
  return (
    <MantineMenu.Item {...shared} onClick={() => onSelect?.()}>
      {label}
    </MantineMenu.Item>
  );
}

export interface PopoverProps {
  /** Accessible name. */
  label: string;
  isOpen: boolean;
  onClose: () => void;
  /** The button it belongs to, or what holds that button; takes a ref. */
  target: ReactElement;
  /** The target itself is the button, and says whether this is open. Default true. */
  isTargetButton?: boolean;
  children: ReactNode;
  width?: number;
  /** False where the focus goes on somewhere else than where it came from. */
  returnsFocus?: boolean;
}

/** A small layer with controls under its button. Esc and a click outside close it and give the focus back. */
export function Popover(props: PopoverProps) {
  const { label, isOpen, onClose, target, isTargetButton = true, children } = props;
  const { width = 280, returnsFocus = true } = props;
  return (
    <MantinePopover
      opened={isOpen}
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position="bottom-start"
      offset={4}
      zIndex={300}
      width={width}
      withRoles={isTargetButton}
      trapFocus
      returnFocus={returnsFocus}
      transitionProps={{ duration: 100 }}
      classNames={{ dropdown: cx(styles.dropdown, styles.popover) }}
    >
      <MantinePopover.Target>{target}</MantinePopover.Target>
      <MantinePopover.Dropdown role="dialog" aria-label={label}>
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

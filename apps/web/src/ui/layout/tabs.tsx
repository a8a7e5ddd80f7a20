import { createLink } from '@tanstack/react-router';
import { useRef } from 'react';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../../lib/class-names.ts';
import { CountChip } from '../marks/badge.tsx';
import styles from './tabs.module.css';

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  count?: number | undefined;
  /** Red chip, only for errors. */
  countTone?: 'neutral' | 'danger';
}

export interface TabsProps<Id extends string> {
  /** Accessible name of the strip. */
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** At the right end, for instance "3 new alerts". */
  trailing?: ReactNode;
  size?: 'sm' | 'md';
  /** No side padding, inside panes and cards. */
  flush?: boolean;
}

/** Places within a screen, 40 px high with an ink underline. Left and right move between them. */
export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  trailing,
  size = 'md',
  flush = false,
}: TabsProps<Id>) {
  const strip = useRef<HTMLDivElement>(null);
  function move(step: number) {
    const index = items.findIndex((item) => item.id === value);
    const next = items[(index + step + items.length) % items.length];
    if (!next) return;
    onChange(next.id);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  }
  return (
    <div className={cx(styles.tabs, size === 'sm' && styles.sm, flush && styles.flush)}>
      <div ref={strip} role="tablist" aria-label={label} className={styles.strip}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            data-tab={item.id}
            aria-selected={item.id === value}
            tabIndex={item.id === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(item.id)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') move(1);
              else if (event.key === 'ArrowLeft') move(-1);
            }}
          >
            {item.label}
            {item.count !== undefined && <CountChip count={item.count} tone={item.countTone ?? 'neutral'} />}
          </button>
        ))}
      </div>
      {trailing && <span className={styles.trailing}>{trailing}</span>}
    </div>
  );
}

interface TabAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  count?: number;
  countTone?: 'neutral' | 'danger';
  ref?: Ref<HTMLAnchorElement>;
}
function TabAnchor({ count, countTone = 'neutral', children, ...rest }: TabAnchorProps) {
  return (
    <a {...rest} className={styles.tab}>
      {children}
      {count !== undefined && <CountChip count={count} tone={countTone} />}
    </a>
  );
}

/** A tab that is a route of its own; put several into `TabLinks`. */
export const TabLink = createLink(TabAnchor);

/** The strip around `TabLink`s. */
export function TabLinks({
  label,
  children,
  trailing,
}: {
  label: string;
  children: ReactNode;
  trailing?: ReactNode;
}) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {children}
      {trailing && <span className={styles.trailing}>{trailing}</span>}
    </nav>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePermission } from '../session/session-context.tsx';
import { useShortcut } from '../shortcuts/use-shortcut.tsx';
import { IconButton } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { IconClock } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlays/menu.tsx';
import { sharedValuesOf, spans, surroundingsPath, usualSpan } from './surroundings.ts';
import type { Span } from './surroundings.ts';
import styles from './surroundings-menu.module.css';
import { timeOf } from './use-value-menu.tsx';
import type { EventRow } from './value-searches.ts';

/** What else happened around an event: a search of the minutes before and after, for the same address, key, user or host. */
export function SurroundingsMenu({ event }: { event: EventRow }) {
  const [isOpen, setOpen] = useState(false);
  const [span, setSpan] = useState<Span>(usualSpan);
  const maySearch = usePermission('DataAnalyticsRead');
  const at = timeOf(event);
  useShortcut({
    keys: 'e',
    description: 'Events around this one',
    group: 'This page',
    enabled: maySearch && at !== undefined,
    run: () => setOpen(true),
  });
  if (!maySearch || at === undefined) return null;
  const shared = sharedValuesOf(event);
  return (
    <Popover
      label="Events around this one"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      width={340}
      target={
        <IconButton
          size="xs"
          label="Events around this one"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconClock size={14} stroke={1.5} aria-hidden />
        </IconButton>
      }
    >
      <div className={styles.around}>
        <SegmentedControl
          label="Minutes before and after"
          size="sm"
          takesFocus
          options={spans.map((minutes) => ({ value: String(minutes), label: `± ${minutes} min` }))}
          value={String(span)}
          onChange={(next) => setSpan(spans.find((minutes) => String(minutes) === next) ?? usualSpan)}
        />
        <ul className={styles.list}>
          <li>
            <AroundLink path={surroundingsPath(at, span)}>All events</AroundLink>
          </li>
          {shared.map(({ field, kind, value }) => (
            <li key={`${field} ${value}`}>
              <AroundLink path={surroundingsPath(at, span, { field, value })}>
                <span className={styles.kind}>Same {kind}</span>
                <code className={styles.value} title={value}>
                  {value}
                </code>
              </AroundLink>
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  );
}

function AroundLink({ path, children }: { path: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <a
      href={path}
      className={styles.link}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate({ href: path });
      }}
    >
      {children}
    </a>
  );
}

import { useState } from 'react';
import { parseTime } from '../../../lib/format-time.ts';
import { EventJson, EventLine, eventViews } from '../../../lib/data-lake/event-text.tsx';
import type { EventView } from '../../../lib/data-lake/event-text.tsx';
import { useFindings } from '../../../lib/data-lake/event-findings.tsx';
import { SurroundingsMenu } from '../../../lib/value-menu/surroundings-menu.tsx';
import { textIn, useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import type { ValueActions } from '../../../lib/value-menu/use-value-menu.tsx';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { copyText } from '../../../ui/text/copy-button.tsx';
import { IconArrowDown, IconArrowUp, IconCopy, IconX } from '../../../ui/icons.ts';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import type { JsonPath } from '../../../ui/text/json-lines.ts';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { useFocusReturn } from '../../../ui/overlays/use-focus-return.ts';
import { FindingList } from '../results/finding-marks.tsx';
import { narrowingAt, targetOf } from '../conditions/event-filters.ts';
import type { FilterField } from '../conditions/filter-fields.ts';
import type { ResultEdge } from '../../../lib/data-lake/queries.ts';
import type { Narrowing } from '../conditions/use-narrowing.ts';
import shared from '../search.module.css';
import styles from './event-panel.module.css';

/** What "around this time" means, to either side. */
const aroundMs = 5 * 60_000;

export interface EventPanelProps {
  edge: ResultEdge;
  /** The sheet has the title and closes. */
  isInSheet: boolean;
  fields: readonly FilterField[];
  onClose: () => void;
  onStep: (step: 1 | -1) => void;
  onAddColumn: (path: string) => void;
  /** Undefined where the search is SQL and takes no conditions. */
  narrowing: Narrowing | undefined;
}

/** One event in full, with a menu on every field. */
export function EventPanel(props: EventPanelProps) {
  const { edge, isInSheet, onClose, onStep } = props;
  const { node } = edge;
  const [view, setView] = useState<EventView>('tree');
  useFocusReturn(true);
  useShortcut({ keys: '[', description: 'Previous event', group: 'This page', run: () => onStep(-1) });
  useShortcut({ keys: ']', description: 'Next event', group: 'This page', run: () => onStep(1) });
  useShortcut({
    keys: 'escape',
    description: 'Close the event',
    group: 'This page',
    run: onClose,
  });
  const findings = useFindings(node);
  const menuOf = useValueMenu();
  const time = node['p_event_time'];
  const title = String(node['p_log_type'] ?? 'Row');
  return (
    <aside className={styles.event} aria-label="Event">
      <header className={styles.eventHead}>
        {!isInSheet && (
          <h2 className={styles.eventTitle} title={title}>
            {title}
          </h2>
        )}
        {typeof time === 'string' && <Time at={time} format="event" />}
        <span className={shared.push} />
        <SurroundingsMenu event={node} />
        <SegmentedControl label="View" size="sm" options={eventViews} value={view} onChange={setView} />
        <IconButton size="xs" label="Previous event" onClick={() => onStep(-1)}>
          <IconArrowUp size={14} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton size="xs" label="Next event" onClick={() => onStep(1)}>
          <IconArrowDown size={14} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton size="xs" label="Copy event" onClick={() => void copyText(JSON.stringify(node, null, 2))}>
          <IconCopy size={14} stroke={1.5} aria-hidden />
        </IconButton>
        {!isInSheet && (
          <IconButton size="xs" label="Close event" onClick={onClose}>
            <IconX size={14} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </header>
      <FindingList node={node} />
      <div className={styles.eventBody}>
        {view === 'tree' ? (
          <JsonTree
            label="Event"
            value={node}
            fieldMenu={(path, value) =>
              menuOf({ path, value, event: node }, actionsOf(props, path, value, findings[0]?.detectionId))
            }
          />
        ) : view === 'json' ? (
          <EventJson event={node} />
        ) : (
          <EventLine event={node} />
        )}
      </div>
    </aside>
  );
}

/** What this place adds to the menu of a value. */
function actionsOf(
  props: EventPanelProps,
  path: JsonPath,
  value: unknown,
  foundBy: string | undefined,
): ValueActions {
  const { node } = props.edge;
  const { fields, onAddColumn, narrowing } = props;
  const found = targetOf(path, value, fields);
  const more: MenuEntry[] = [
    { label: 'Copy event', onSelect: () => void copyText(JSON.stringify(props.edge.node, null, 2)) },
  ];
  if (found?.target === 'p_log_type' && typeof value === 'string' && narrowing)
    more.push({ label: 'Search this log type only', onSelect: () => narrowing.onlyLogType(value) });
  const at = found?.columnType === 'time' && typeof value === 'string' ? parseTime(value) : undefined;
  if (at && narrowing) {
    const around = () =>
      narrowing.setTime(new Date(at.getTime() - aroundMs), new Date(at.getTime() + aroundMs));
    more.push({ label: '5 minutes before and after', onSelect: around });
  }
  if (path.every((part) => typeof part === 'string'))
    more.push({ label: 'Show as column', onSelect: () => onAddColumn(path.join('.')) });
  const rule = { ruleId: textIn(node, 'p_rule_id') ?? foundBy, logType: textIn(node, 'p_log_type') };
  return { copies: true, rule, more, narrow: narrowingAt(found, value, narrowing) };
}

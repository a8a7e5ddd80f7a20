import { useState } from 'react';
import { EventJson, EventLine, eventViews } from '../../../lib/data-lake/event-text.tsx';
import type { EventView } from '../../../lib/data-lake/event-text.tsx';
import { ExplainSlot } from '../../../lib/explain-slot.ts';
import type { StoredEvent } from '../../../lib/explain-slot.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { SurroundingsMenu } from '../../../lib/value-menu/surroundings-menu.tsx';
import { useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../../ui/inputs/choice.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconSearch,
} from '../../../ui/icons.ts';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import { SearchBox } from '../../../ui/layout/toolbar.tsx';
import shared from '../alert-parts.module.css';
import styles from './event-inspector.module.css';
import type { AlertEvent } from '../queries.ts';
import { alertValuePaths } from '../search-links.ts';
import type { AlertPlace } from '../search-links.ts';

export interface EventInspectorProps {
  alert: AlertPlace;
  event: AlertEvent;
  /** The rule that matched it; undefined where the alert is of another kind. */
  ruleId: string | undefined;
  at: Date | undefined;
  position: number;
  count: number;
  /** Text of the list's search, marked in the event. */
  marked: string;
  canStep: { back: boolean; on: boolean };
  onStep: (by: number) => void;
  /** Back to the list, where it gave its place to the event. */
  onClose?: () => void;
  /** Made by a rule, which can be asked why. */
  alertId?: string | undefined;
}

/** One event as tree or text, with search, copy, download and a menu for each field. */
export function EventInspector(props: EventInspectorProps) {
  const { alert, event, ruleId, at, position, count, marked, canStep, onStep, onClose } = props;
  const [view, setView] = useState<EventView>('tree');
  const [isSearching, setSearching] = useState(false);
  const [search, setSearch] = useState('');
  const menuOf = useValueMenu();
  const text = JSON.stringify(event, null, 2);
  return (
    <section className={styles.inspector} aria-label="Event">
      <header className={styles.inspectorHead}>
        {onClose && (
          <IconButton label="Back to the events" size="xs" onClick={onClose}>
            <IconArrowLeft size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
        <h2 className={shared.heading}>{`Event ${formatCount(position)} of ${formatCount(count)}`}</h2>
        <IconButton label="Previous event" size="xs" disabled={!canStep.back} onClick={() => onStep(-1)}>
          <IconChevronLeft size={16} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label="Next event" size="xs" disabled={!canStep.on} onClick={() => onStep(1)}>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </IconButton>
        <span className={shared.push} />
        {props.alertId !== undefined && storedEventOf(event) && (
          <ExplainSlot.Place alertId={props.alertId} storedEvent={storedEventOf(event)} />
        )}
        <SurroundingsMenu event={event} />
        <SegmentedControl label="Form" size="sm" options={eventViews} value={view} onChange={setView} />
        <IconButton
          label="Search in this event"
          size="xs"
          aria-pressed={isSearching}
          onClick={() => {
            setSearching(!isSearching);
            setSearch('');
          }}
        >
          <IconSearch size={16} stroke={1.5} aria-hidden />
        </IconButton>
        <CopyButton value={text} label="Copy event" />
        <IconButton label="Download event" size="xs" onClick={() => download(event, text)}>
          <IconDownload size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </header>
      {isSearching && (
        <div className={shared.eventSearch}>
          <SearchBox label="Search in this event" size="sm" value={search} onChange={setSearch} />
        </div>
      )}
      <div className={styles.json}>
        {view === 'raw' ? (
          <EventLine event={event} />
        ) : view === 'json' ? (
          <EventJson event={event} />
        ) : (
          <JsonTree
            label="Event"
            value={event}
            search={search || marked}
            fieldMenu={(path, value) =>
              menuOf(
                { path, value, event, at },
                {
                  copies: true,
                  rule: ruleId === undefined ? 'none' : { ruleId, logType: undefined },
                  narrowPaths: alertValuePaths(alert, path, value),
                },
              )
            }
          />
        )}
      </div>
    </section>
  );
}

/** What finds the event again; undefined for one that is not stored. */
function storedEventOf(event: AlertEvent): StoredEvent | undefined {
  const { p_row_id: rowId, p_log_type: logType } = event;
  return typeof rowId === 'string' && typeof logType === 'string' ? { rowId, logType } : undefined;
}

function download(event: AlertEvent, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${typeof event.p_row_id === 'string' ? event.p_row_id : 'event'}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

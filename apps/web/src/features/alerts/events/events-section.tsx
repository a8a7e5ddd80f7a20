import { detectionKindOf, isPythonKind, kindOfAlertType, type AlertType } from '@margay/model';
import { useEffect, useMemo, useRef, useState } from 'react';
import { countOf, formatCount } from '../../../lib/format-number.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { usePermission } from '../../../lib/session/session-context.tsx';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { ButtonLink } from '../../../ui/inputs/button.tsx';
import { seriesToken } from '../../../ui/chart/series.ts';
import { Swatch } from '../../../ui/chart/legend.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { IconSearch } from '../../../ui/icons.ts';
import { EmptyState, FailedState, NoResults, SkeletonLines } from '../../../ui/layout/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { SearchBox } from '../../../ui/layout/toolbar.tsx';
import shared from '../alert-parts.module.css';
import styles from './events-section.module.css';
import { EventInspector } from './event-inspector.tsx';
import { headlineOf } from './event-headline.ts';
import type { EventHeadline } from './event-headline.ts';
import { eventTimeline } from './event-timeline.ts';
import type { AlertDetails, AlertEvent } from '../queries.ts';
import { alertEventsSearch } from '../search-links.ts';
import { useEventCounts } from './use-event-counts.ts';
import { useAlertEvents } from './use-alert-events.ts';

/** Whether a rule found it that a filter can be added to. */
function isFoundByRule(type: AlertType): boolean {
  const kind = kindOfAlertType(type);
  return kind !== undefined && isPythonKind(kind) && detectionKindOf(kind).objectType === 'Rule';
}

const chartHeight = 64;
const narrowBelowPx = 768;

interface ListedEvent extends EventHeadline {
  event: AlertEvent;
  /** The whole event as text in small letters, for searching. */
  text: string;
}

/** The events of the alert: when, a list, and the chosen one as a tree. */
export function EventsSection({ alert }: { alert: AlertDetails }) {
  const source = useAlertEvents(alert);
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const maySearch = usePermission('DataAnalyticsRead');
  const all = useMemo(
    () =>
      source.events?.map((event): ListedEvent => ({
        ...headlineOf(event),
        event,
        text: JSON.stringify(event).toLowerCase(),
      })),
    [source.events],
  );
  const wanted = search.toLowerCase();
  const shown = all?.filter(({ text }) => text.includes(wanted));
  const chosenIndex = Math.max(0, shown?.findIndex(({ id }) => id === chosenId) ?? 0);
  const chosen = isNarrow && chosenId === undefined ? undefined : shown?.[chosenIndex];
  const colors = useMemo(() => colorsOf(all ?? []), [all]);

  const step = (by: number) => {
    const next = shown?.[chosenIndex + by];
    if (next) setChosenId(next.id);
  };
  useShortcut({ keys: '[', description: 'Previous event', group: 'This page', run: () => step(-1) });
  useShortcut({ keys: ']', description: 'Next event', group: 'This page', run: () => step(1) });

  if (source.error)
    return (
      <FailedState
        title="The events could not be loaded"
        message={failureText(source.error)}
        onRetry={source.reload}
      />
    );
  if (all?.length === 0)
    return (
      <EmptyState title="No events are kept for this alert">
        {alert.eventCount > 0
          ? `The alert counts ${countOf(alert.eventCount, 'event')}; they are past the retention of the lake, or still being written.`
          : 'An alert of this kind is not raised by events.'}
      </EmptyState>
    );
  return (
    <div className={styles.events}>
      <Timeline alert={alert} events={all} colors={colors} hasMore={source.hasMore} maySearch={maySearch} />
      <div className={styles.panes} data-chosen={isNarrow && chosen ? true : undefined}>
        <div className={styles.eventList}>
          <div className={shared.eventSearch}>
            <SearchBox label="Search in events" isPageSearch size="sm" value={search} onChange={setSearch} />
          </div>
          <EventTable
            events={shown}
            colors={colors}
            total={alert.eventCount}
            chosenId={chosen?.id}
            onChoose={(event) => setChosenId(event.id)}
            onEndReached={source.loadMore}
            isLoadingMore={source.isLoadingMore}
            filterCount={search === '' ? 0 : 1}
            onClear={() => setSearch('')}
          />
        </div>
        {chosen ? (
          <EventInspector
            alert={alert}
            event={chosen.event}
            ruleId={isFoundByRule(alert.type) ? (alert.detectionId ?? undefined) : undefined}
            alertId={alert.origin.__typename === 'Rule' ? alert.id : undefined}
            at={chosen.at}
            position={chosenIndex + 1}
            count={search === '' ? Math.max(alert.eventCount, all?.length ?? 0) : (shown?.length ?? 0)}
            marked={search}
            canStep={{ back: chosenIndex > 0, on: chosenIndex < (shown?.length ?? 0) - 1 }}
            onStep={step}
            {...(isNarrow ? { onClose: () => setChosenId(undefined) } : {})}
          />
        ) : (
          !isNarrow && (
            <div className={shared.loading}>{all === undefined && <SkeletonLines lines={12} />}</div>
          )
        )}
      </div>
    </div>
  );
}

/** Each log type keeps one colour: by how often it occurs. */
function colorsOf(events: readonly ListedEvent[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { logType } of events) counts.set(logType, (counts.get(logType) ?? 0) + 1);
  const ranked = [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return new Map(ranked.map(([logType], rank) => [logType, seriesToken(rank)]));
}

function Timeline(props: {
  alert: AlertDetails;
  events: readonly ListedEvent[] | undefined;
  colors: ReadonlyMap<string, string>;
  hasMore: boolean;
  maySearch: boolean;
}) {
  const { alert, events, colors, hasMore, maySearch } = props;
  const counted = useEventCounts(alert);
  const loaded = useMemo(() => events && eventTimeline(events), [events]);
  const timeline = counted ?? loaded;
  const drawn = timeline?.series.reduce((sum, { total }) => sum + total, 0) ?? 0;
  return (
    <div className={styles.timeline}>
      <div className={styles.timelineHead}>
        <ul className={styles.legend}>
          {timeline?.series.map(({ name, total }) => (
            <li key={name}>
              <Swatch color={colors.get(name) ?? seriesToken(0)} />
              {name || 'Unknown log type'} <b>{formatCount(total)}</b>
            </li>
          ))}
        </ul>
        {timeline && drawn < alert.eventCount && (counted || hasMore) && (
          <span className={shared.quiet}>
            {`${counted ? '' : 'newest '}${formatCount(drawn)} of ${countOf(alert.eventCount, 'event')}`}
          </span>
        )}
        <span className={shared.push} />
        {maySearch && (
          <ButtonLink
            size="sm"
            to="/investigate/search/"
            search={alertEventsSearch(alert)}
            icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
          >
            Search events
          </ButtonLink>
        )}
      </div>
      <div style={{ height: chartHeight }}>
        {timeline && timeline.times.length > 0 && (
          <TimeChart
            label="Events over time by log type"
            kind="bars"
            compact
            legend={false}
            height={chartHeight}
            times={timeline.times}
            format={formatCount}
            series={timeline.series.map(({ name, values }) => ({
              name,
              values,
              color: colors.get(name) ?? seriesToken(0),
            }))}
          />
        )}
      </div>
    </div>
  );
}

function eventColumns(colors: ReadonlyMap<string, string>): Column<ListedEvent>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      width: '116px',
      secondary: true,
      cell: ({ at }) => <Time at={at} format="event" />,
    },
    {
      id: 'event',
      header: 'Event',
      width: 'minmax(0, 1fr)',
      cell: ({ action, detail, logType }) => (
        <span className={styles.eventLine}>
          <span title={logType} className={styles.swatch}>
            <Swatch color={colors.get(logType) ?? seriesToken(0)} />
          </span>
          <span className={styles.eventAction}>{action}</span>
          <span className={styles.eventDetail}>{detail}</span>
        </span>
      ),
    },
  ];
}

function EventTable(props: {
  events: readonly ListedEvent[] | undefined;
  colors: ReadonlyMap<string, string>;
  total: number;
  chosenId: string | undefined;
  onChoose: (event: ListedEvent) => void;
  onEndReached: () => void;
  isLoadingMore: boolean;
  filterCount: number;
  onClear: () => void;
}) {
  const { colors, chosenId } = props;
  const columns = useMemo(() => eventColumns(colors), [colors]);
  // The list shows the chosen event, also when a shortcut moved it.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosenId !== undefined)
      box.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div ref={box} className={styles.eventTable}>
      <DataTable
        inset
        label="Events"
        columns={columns}
        rows={props.events}
        rowId={({ id }) => id}
        rowLabel={({ action, detail }) => `${action} ${detail}`}
        totalCount={props.total}
        activeId={chosenId}
        onOpen={props.onChoose}
        onCursor={props.onChoose}
        onEndReached={props.onEndReached}
        isLoadingMore={props.isLoadingMore}
        empty={<NoResults what="event" filterCount={props.filterCount} onClear={props.onClear} />}
      />
    </div>
  );
}

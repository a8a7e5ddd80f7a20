import { alertingKinds, alertsOfKind, alertTypeLabels, type AlertType } from '@margay/model';
import { formatCount } from '../../../lib/format-number.ts';
import { kindIcons } from '../../../ui/marks/badge.tsx';
import { IconServer, type Icon } from '../../../ui/icons.ts';
import { LogoTile } from '../../../ui/marks/logo-tile.tsx';
import { SeverityGlyph, SeverityLabel } from '../../../ui/marks/severity.tsx';
import { StatusLabel } from '../../../ui/marks/status.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { RowLink } from '../../../ui/table/row-link.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import styles from '../alerts.module.css';
import { AssigneeLabel } from '../edit-menus.tsx';
import { personName } from '../../../lib/person-name.ts';
import { firstAndRest, systemErrorLabel, wordsOf } from '../labels.ts';
import type { ListingTab } from './list-search.ts';
import type { AlertRow, DeliveryState, DeliveryTeaser, DestinationLook } from '../queries.ts';

// A type that several kinds share has the icon of the first.
const iconsOfTypes: Partial<Record<AlertType, Icon>> = Object.fromEntries(
  alertingKinds.toReversed().flatMap((kind) => {
    const { match, error } = alertsOfKind(kind).types;
    return [match, error].map((type) => [type, kindIcons[kind]] as const);
  }),
);

/** The icon of what raised an alert, with its word as the name. */
export function OriginIcon({ type }: { type: AlertType }) {
  const KindIcon = iconsOfTypes[type] ?? IconServer;
  return (
    <KindIcon size={14} stroke={1.5} role="img" aria-label={alertTypeLabels[type]} className={styles.kind} />
  );
}

export type DestinationLooks = ReadonlyMap<string, DestinationLook>;

/** Logos shown before "+n". */
const logoLimit = 3;

/** Where an alert went: up to three logos, a red dot where the latest attempt failed. */
export function SentTo({
  deliveries,
  state,
  looks,
  limit = logoLimit,
}: {
  deliveries: readonly DeliveryTeaser[];
  state: DeliveryState;
  looks: DestinationLooks;
  limit?: number;
}) {
  const latest = new Map<string, DeliveryTeaser>();
  for (const delivery of deliveries)
    if (!latest.has(delivery.outputId)) latest.set(delivery.outputId, delivery);
  if (latest.size === 0) return <span className={styles.quiet}>{state === 'PENDING' ? 'Sending' : '–'}</span>;
  const shown = [...latest.values()].slice(0, limit);
  return (
    <span className={styles.logos}>
      {shown.map(({ outputId, destination, success }) => {
        const name = destination?.displayName ?? 'deleted destination';
        return (
          <LogoTile
            key={outputId}
            name={`${name}${success ? '' : ', failed'}`}
            logo={looks.get(destination?.outputType ?? '')?.logo}
            failed={!success}
          />
        );
      })}
      {latest.size > limit && <span className={styles.chip}>+{latest.size - limit}</span>}
    </span>
  );
}

/** The first name and how many more. */
export function FirstAndRest({ names }: { names: readonly string[] }) {
  const shown = firstAndRest(names);
  if (!shown) return <>–</>;
  return (
    <span className={styles.firstAndRest} title={names.join(', ')}>
      <span className={styles.ellipsis}>{shown.first}</span>
      {shown.rest > 0 && <span className={styles.chip}>+{shown.rest}</span>}
    </span>
  );
}

export interface AlertColumnsOptions {
  tab: ListingTab;
  looks: DestinationLooks;
  isDetailed: boolean;
  onStatus: (row: AlertRow, anchor: HTMLElement) => void;
  onAssignee: (row: AlertRow, anchor: HTMLElement) => void;
}

function AlertTitle({ row, isDetailed }: { row: AlertRow; isDetailed: boolean }) {
  return (
    <span className={styles.titleCell}>
      <RowLink className={styles.titleLink}>{row.title}</RowLink>
      {isDetailed && (
        <span className={styles.second}>
          {alertTypeLabels[row.type]}
          <span className={styles.mono}>{row.id}</span>
          {row.resourceId && <span className={styles.mono}>{row.resourceId}</span>}
        </span>
      )}
    </span>
  );
}

/** What raised it: the detection, or for system errors the kind and the part of the system. */
function Origin({ row }: { row: AlertRow }) {
  const system = row.origin?.__typename === 'SystemError' ? row.origin : undefined;
  return (
    <span className={styles.origin}>
      <OriginIcon type={row.type} />
      <span className={styles.ellipsis} title={row.detectionDisplayName}>
        {system
          ? `${wordsOf(system.relatedComponent)} ${system.relatedName ?? system.relatedId ?? ''}`
          : row.detectionDisplayName || row.detectionId}
      </span>
    </span>
  );
}

/** The columns of a tab; widths and order are the same on every tab. */
export function alertColumns(options: AlertColumnsOptions): Column<AlertRow>[] {
  const { tab, looks, isDetailed, onStatus, onAssignee } = options;
  const isSystem = tab === 'system-errors';
  return [
    {
      id: 'severity',
      header: 'Severity',
      width: '92px',
      sortable: true,
      cell: (row) => <SeverityLabel severity={row.severity} />,
    },
    {
      id: 'title',
      header: 'Title',
      isName: 'inside',
      width: 'minmax(220px, 2.6fr)',
      cell: (row) => <AlertTitle row={row} isDetailed={isDetailed} />,
    },
    {
      id: 'detection',
      header: isSystem ? 'Related to' : 'Detection',
      width: 'minmax(120px, 1.1fr)',
      secondary: true,
      hideBelow: 1100,
      cell: (row) => <Origin row={row} />,
    },
    isSystem
      ? {
          id: 'kind',
          header: 'Kind',
          width: 'minmax(120px, 1fr)',
          secondary: true,
          hideBelow: 1400,
          cell: (row) => (row.origin?.__typename === 'SystemError' ? systemErrorLabel(row.origin.type) : '–'),
        }
      : {
          id: 'logTypes',
          header: 'Log types',
          width: 'minmax(108px, 0.8fr)',
          secondary: true,
          hideBelow: 1400,
          cell: (row) => <FirstAndRest names={row.logTypes} />,
        },
    {
      id: 'events',
      header: 'Events',
      width: '68px',
      align: 'end',
      secondary: true,
      cell: (row) => formatCount(row.eventCount),
    },
    {
      id: 'sentTo',
      header: 'Sent to',
      width: '100px',
      hideBelow: 1400,
      cell: (row) => <SentTo deliveries={row.deliveries} state={row.deliveryState} looks={looks} />,
    },
    {
      id: 'assignee',
      header: 'Assignee',
      width: '104px',
      secondary: true,
      cell: (row) => (
        <button
          type="button"
          className={styles.cellButton}
          data-assignee-of={row.id}
          aria-haspopup="menu"
          aria-label={`Assignee: ${row.assignee ? personName(row.assignee) : 'Unassigned'}`}
          onClick={(event) => onAssignee(row, event.currentTarget)}
        >
          <AssigneeLabel person={row.assignee} />
        </button>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: '104px',
      secondary: true,
      cell: (row) => (
        <button
          type="button"
          className={styles.cellButton}
          data-status-of={row.id}
          aria-haspopup="menu"
          onClick={(event) => onStatus(row, event.currentTarget)}
        >
          <StatusLabel status={row.status} />
        </button>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      width: '76px',
      align: 'end',
      secondary: true,
      sortable: true,
      cell: (row) => <Time at={row.createdAt} />,
    },
    {
      id: 'last',
      header: 'Last',
      width: '72px',
      align: 'end',
      secondary: true,
      sortable: true,
      hideBelow: 1400,
      cell: (row) => <Time at={row.lastReceivedEventAt} format="age" />,
    },
  ];
}

/** An alert on a phone: title over up to two lines, then status, log type, events, time and person. */
export function NarrowAlert({ row }: { row: AlertRow }) {
  return (
    <div className={styles.narrow}>
      <SeverityGlyph severity={row.severity} />
      <RowLink className={styles.narrowTitle}>{row.title}</RowLink>
      <div className={styles.narrowFacts}>
        <StatusLabel status={row.status} />
        <FirstAndRest names={row.logTypes} />
        <span className={styles.nowrap}>
          {formatCount(row.eventCount)} {row.eventCount === 1 ? 'event' : 'events'}
        </span>
        <span className={styles.push} />
        <Time at={row.createdAt} />
        <AssigneeAvatar row={row} />
      </div>
    </div>
  );
}

function AssigneeAvatar({ row }: { row: AlertRow }) {
  return (
    <span className={styles.avatarOnly} title={row.assignee ? personName(row.assignee) : 'Unassigned'}>
      <AssigneeLabel person={row.assignee} />
    </span>
  );
}

import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { countOf, formatCount } from '../../lib/format-number.ts';
import { SeverityLabel } from '../../ui/marks/severity.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { RowTarget } from '../../ui/table/row-link.tsx';
import { RowLink } from '../../ui/table/row-link.tsx';
import { ChangeBadge, changeLabels } from './alert-changes.tsx';
import type { AlertChange, ComparedAlert } from './replay-types.ts';
import styles from './replays.module.css';

export interface WouldBeAlertsProps {
  /** Undefined while they load. */
  alerts: readonly ComparedAlert[] | undefined;
  /** Numbers of each change, which may be more than are listed. */
  counts?: Record<AlertChange, number> | undefined;
  showsReceivers?: boolean;
  note?: ReactNode;
  empty: ReactNode;
  /** The page of an alert; or else what opens it here. */
  rowLink?: (alert: ComparedAlert) => RowTarget;
  onOpen?: (alert: ComparedAlert) => void;
  onEndReached?: (() => void) | undefined;
  isLoadingMore?: boolean;
}

/** Alerts that would have been made, filtered by what became of them. */
export function WouldBeAlerts(props: WouldBeAlertsProps) {
  const {
    alerts,
    counts,
    showsReceivers = false,
    rowLink,
    onOpen,
    onEndReached,
    isLoadingMore = false,
  } = props;
  const [shown, setShown] = useState<AlertChange | 'all'>('all');
  const columns = useMemo(() => columnsOf(counts !== undefined, showsReceivers), [counts, showsReceivers]);
  const filter = counts === undefined ? 'all' : shown;
  const rows = alerts?.filter((alert) => filter === 'all' || alert.change === filter);
  return (
    <section className={styles.alerts} aria-label="Would-be alerts">
      <header className={styles.alertsHead}>
        <h3 className={styles.heading}>Would-be alerts</h3>
        {counts && (
          <SegmentedControl
            label="Which alerts"
            size="sm"
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: `All ${formatCount(counts.new + counts.same + counts.gone)}` },
              ...(['new', 'same', 'gone'] as const).map((change) => ({
                value: change,
                label: `${changeLabels[change]} ${formatCount(counts[change])}`,
              })),
            ]}
          />
        )}
        {props.note !== undefined && <span className={styles.pushedNote}>{props.note}</span>}
      </header>
      <DataTable
        label="Would-be alerts"
        columns={columns}
        rows={rows}
        rowId={rowIdOf}
        rowLabel={(alert) => alert.title}
        {...(onOpen ? { onOpen } : {})}
        {...(rowLink ? { rowLink } : {})}
        narrowRow={(alert) => <NarrowAlert alert={alert} />}
        isLoadingMore={isLoadingMore}
        empty={props.empty}
        {...(onEndReached ? { onEndReached } : {})}
      />
    </section>
  );
}

/** The same alert stands in both versions' lists under one id. */
const rowIdOf = (alert: ComparedAlert) => `${alert.change ?? 'alert'} ${alert.id}`;

function Title({ alert }: { alert: ComparedAlert }) {
  return alert.change === 'gone' ? (
    <s className={styles.gone}>{alert.title}</s>
  ) : (
    <span className={styles.alertTitle}>{alert.title}</span>
  );
}

function NarrowAlert({ alert }: { alert: ComparedAlert }) {
  return (
    <div className={styles.narrowRow}>
      <RowLink>
        <Title alert={alert} />
      </RowLink>
      <span className={styles.narrowLine}>
        {alert.change && <ChangeBadge change={alert.change} />}
        <SeverityLabel severity={alert.severity} />
        <span>{countOf(alert.eventCount, 'event')}</span>
        <Time at={alert.createdAt} />
      </span>
    </div>
  );
}

function columnsOf(isCompared: boolean, showsReceivers: boolean): Column<ComparedAlert>[] {
  const change: Column<ComparedAlert> = {
    id: 'change',
    header: 'Change',
    width: '84px',
    cell: (alert) => alert.change && <ChangeBadge change={alert.change} />,
  };
  const receivers: Column<ComparedAlert> = {
    id: 'receivers',
    header: 'Would go to',
    width: '120px',
    hideBelow: 1100,
    cell: (alert) => <Receivers names={alert.receivers} />,
  };
  return [
    ...(isCompared ? [change] : []),
    {
      id: 'severity',
      header: 'Severity',
      width: '92px',
      cell: (alert) => <SeverityLabel severity={alert.severity} />,
    },
    {
      id: 'title',
      header: 'Title',
      width: 'minmax(0, 1fr)',
      isName: true,
      cell: (alert) => <Title alert={alert} />,
    },
    {
      id: 'events',
      header: 'Events',
      width: '72px',
      align: 'end',
      cell: (alert) => formatCount(alert.eventCount),
    },
    {
      id: 'createdAt',
      header: 'Would open',
      width: '104px',
      secondary: true,
      cell: (alert) => <Time at={alert.createdAt} />,
    },
    ...(showsReceivers ? [receivers] : []),
  ];
}

export function Receivers({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className={styles.quiet}>Nobody</span>;
  return (
    <span className={styles.tiles} title={names.join(', ')}>
      {names.slice(0, 3).map((name) => (
        <VendorTile key={name} name={name} />
      ))}
      {names.length > 3 && `+${names.length - 3}`}
    </span>
  );
}

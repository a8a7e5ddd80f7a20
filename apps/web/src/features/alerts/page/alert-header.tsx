import { alertTypeLabels, kindOfAlertType } from '@margay/model';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { countOf, formatCount } from '../../../lib/format-number.ts';
import { useMissingPermission, usePermission, useUser } from '../../../lib/session/session-context.tsx';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { Badge, KindBadge } from '../../../ui/marks/badge.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { CopyButton, copyText } from '../../../ui/text/copy-button.tsx';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconClock,
  IconCopy,
  IconDots,
  IconLink,
  IconList,
  IconMessage,
  IconRefresh,
  IconSearch,
  IconSend,
} from '../../../ui/icons.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import { SeverityLabel } from '../../../ui/marks/severity.tsx';
import { Skeleton } from '../../../ui/layout/states.tsx';
import { StatusLabel } from '../../../ui/marks/status.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { OriginIcon, SentTo } from '../list/alert-columns.tsx';
import { cx } from '../../../lib/class-names.ts';
import shared from '../alert-parts.module.css';
import styles from './alert-header.module.css';
import { AssigneeLabel, assigneeEntries, statusEntries } from '../edit-menus.tsx';
import { personName } from '../../../lib/person-name.ts';
import { webAddress } from '../../../ui/text/prose.tsx';
import { useDestinationLooks, usePeople } from '../queries.ts';
import type { AlertDetails } from '../queries.ts';
import { alertEventsSearch } from '../search-links.ts';
import { useUpdateAlerts } from '../use-alert-edits.ts';
import type { neighboursOf } from '../list/use-alert-list.ts';

export interface AlertHeaderProps {
  /** Undefined while it loads: the geometry stays. */
  alert: AlertDetails | undefined;
  neighbours: ReturnType<typeof neighboursOf>;
  onNeighbour: (id: string | undefined) => void;
  onComment: () => void;
}

const narrowBelowPx = 768;
const chevron = <IconChevronDown size={14} stroke={1.5} aria-hidden />;

/** What it is, how bad, whose, since when, and where it went. On a phone the actions stand in a bar at the foot. */
export function AlertHeader({ alert, neighbours, onNeighbour, onComment }: AlertHeaderProps) {
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const step = neighbours && (
    <span className={styles.step}>
      {`${neighbours.position} of ${formatCount(neighbours.count)}`}
      <IconButton
        label="Previous alert"
        size="xs"
        disabled={neighbours.before === undefined}
        onClick={() => onNeighbour(neighbours.before)}
      >
        <IconArrowUp size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton
        label="Next alert"
        size="xs"
        disabled={neighbours.after === undefined}
        onClick={() => onNeighbour(neighbours.after)}
      >
        <IconArrowDown size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  );
  if (!alert)
    return (
      <header className={styles.header} aria-busy>
        <div className={styles.identity}>
          <Skeleton width={260} />
          <span className={shared.push} />
          {step}
        </div>
        <div className={styles.titleRow}>
          <Skeleton width="46%" height={22} />
        </div>
        <div className={cx(shared.links, styles.facts)}>
          <Skeleton width="60%" />
        </div>
      </header>
    );
  return (
    <>
      <header className={styles.header}>
        <div className={styles.identity}>
          <SeverityLabel severity={alert.severity} />
          <span className={styles.divider} />
          <TypeBadge alert={alert} />
          <span className={styles.id} title={alert.id}>
            {alert.id}
          </span>
          <CopyButton value={alert.id} label="Copy alert ID" />
          <span className={shared.push} />
          {step}
        </div>
        <div className={styles.titleRow}>
          <h1 className={styles.title}>{alert.title}</h1>
          {!isNarrow && <Actions alert={alert} />}
        </div>
        <Facts alert={alert} />
      </header>
      {isNarrow && <ThumbBar alert={alert} onComment={onComment} />}
    </>
  );
}

function TypeBadge({ alert }: { alert: AlertDetails }) {
  const { type } = alert;
  const kind = kindOfAlertType(type);
  if (kind !== undefined) return <KindBadge kind={kind} />;
  return <Badge tone="danger">{alertTypeLabels[type]}</Badge>;
}

/** Buttons and menus that change the alert. */
function useEditMenus(alert: AlertDetails) {
  const missing = useMissingPermission('AlertModify');
  const people = usePeople().data ?? [];
  const ownId = useUser()?.id;
  const update = useUpdateAlerts();
  const selection = { ids: [alert.id] };
  return {
    isPending: update.isPending,
    status: statusEntries(alert.status, (status) => update.mutate({ selection, edit: { status } }), missing),
    assignee: assigneeEntries({
      people,
      current: alert.assignee,
      ownId,
      reason: missing,
      onPick: (assigneeId) => update.mutate({ selection, edit: { assigneeId } }),
    }),
  };
}

/** The address of the alert, for others to open. */
function shareAddress(alert: AlertDetails): string {
  return `${globalThis.location.origin}/alerts-and-errors/${alert.id}/`;
}

function useMoreEntries(alert: AlertDetails): MenuEntry[] {
  const navigate = useNavigate();
  const maySearch = usePermission('DataAnalyticsRead');
  const detectionPath = useDetectionPath(alert);
  return [
    ...(maySearch && alert.type !== 'SYSTEM_ERROR'
      ? [
          {
            label: 'Search events',
            icon: <IconSearch size={16} stroke={1.5} aria-hidden />,
            onSelect: () => void navigate({ to: '/investigate/search/', search: alertEventsSearch(alert) }),
          },
        ]
      : []),
    ...(detectionPath !== undefined
      ? [
          {
            label: 'Open detection',
            icon: <OriginIcon type={alert.type} />,
            to: detectionPath,
          },
        ]
      : []),
    {
      label: 'Copy alert ID',
      icon: <IconCopy size={16} stroke={1.5} aria-hidden />,
      onSelect: () => void copyText(alert.id),
    },
  ];
}

function Actions({ alert }: { alert: AlertDetails }) {
  const menus = useEditMenus(alert);
  const more = useMoreEntries(alert);
  const status = useRef<HTMLButtonElement>(null);
  const assignee = useRef<HTMLButtonElement>(null);
  useShortcut({
    keys: 's',
    description: 'Set status',
    group: 'This page',
    run: () => status.current?.click(),
  });
  useShortcut({
    keys: 'a',
    description: 'Set assignee',
    group: 'This page',
    run: () => assignee.current?.click(),
  });
  return (
    <div className={styles.actions}>
      <Menu label="Set status" entries={menus.status}>
        <Button ref={status} trailing={chevron} aria-label={`Status: ${alert.status.toLowerCase()}`}>
          <StatusLabel status={alert.status} />
        </Button>
      </Menu>
      <Menu label="Assign to" entries={menus.assignee} position="bottom-end">
        <Button
          ref={assignee}
          trailing={chevron}
          aria-label={`Assignee: ${alert.assignee ? personName(alert.assignee) : 'Unassigned'}`}
        >
          {alert.assignee ? <AssigneeLabel person={alert.assignee} /> : 'Unassigned'}
        </Button>
      </Menu>
      <Button
        icon={<IconLink size={16} stroke={1.5} aria-hidden />}
        onClick={() => void copyText(shareAddress(alert))}
      >
        Share link
      </Button>
      <Menu label="More actions" entries={more} position="bottom-end">
        <IconButton label="More actions" variant="default">
          <IconDots size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu>
    </div>
  );
}

/** Status, assignee and comment within reach of the thumb. */
function ThumbBar({ alert, onComment }: { alert: AlertDetails; onComment: () => void }) {
  const menus = useEditMenus(alert);
  const more = useMoreEntries(alert);
  return (
    <div className={styles.thumbBar} role="toolbar" aria-label="Alert">
      <Menu label="Set status" entries={menus.status} position="top-start">
        <Button size="lg" trailing={chevron}>
          <StatusLabel status={alert.status} />
        </Button>
      </Menu>
      <Menu label="Assign to" entries={menus.assignee} position="top-start">
        <Button size="lg" trailing={chevron}>
          <AssigneeLabel person={alert.assignee} />
        </Button>
      </Menu>
      <Button size="lg" icon={<IconMessage size={16} stroke={1.5} aria-hidden />} onClick={onComment}>
        Comment
      </Button>
      <Menu label="More actions" entries={more} position="top-start">
        <IconButton label="More actions" variant="default" size="lg">
          <IconDots size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu>
    </div>
  );
}

/** The page of the detection that made the alert; undefined where there is none or it may not be seen. */
function useDetectionPath({ origin }: AlertDetails): string | undefined {
  const mayReadRules = usePermission('RuleRead');
  const mayReadPolicies = usePermission('PolicyRead');
  if (origin.__typename === 'Rule' && mayReadRules)
    return `/build/detections/rules/${encodeURIComponent(origin.id)}/`;
  if (origin.__typename === 'Policy' && mayReadPolicies)
    return `/build/detections/policies/${encodeURIComponent(origin.id)}/`;
  return undefined;
}

function Facts({ alert }: { alert: AlertDetails }) {
  const navigate = useNavigate();
  const looks = useDestinationLooks(usePermission('DestinationRead'));
  const detectionPath = useDetectionPath(alert);
  const { origin } = alert;
  const ticket = alert.deliveries.find(({ label, url }) => label !== '' && webAddress(url));
  return (
    <div className={cx(shared.links, styles.facts)}>
      <span>
        <OriginIcon type={alert.type} />
        {detectionPath !== undefined ? (
          <Link to={detectionPath}>{alert.detectionDisplayName || alert.detectionId}</Link>
        ) : (
          <span>
            {alert.detectionDisplayName || alert.detectionId || alertTypeLabels[alert.type]}
            {origin.__typename === 'DeletedDetection' && ' (deleted)'}
          </span>
        )}
      </span>
      <span>
        <IconClock size={14} stroke={1.5} aria-hidden />
        <span>
          Created <Time at={alert.createdAt} /> (<Time at={alert.createdAt} format="ago" />)
        </span>
      </span>
      {alert.lastReceivedEventAt && (
        <span className={styles.wideOnly}>
          <IconRefresh size={14} stroke={1.5} aria-hidden />
          <span>
            Last matched <Time at={alert.lastReceivedEventAt} />
          </span>
        </span>
      )}
      {alert.type !== 'SYSTEM_ERROR' && (
        <span>
          <IconList size={14} stroke={1.5} aria-hidden />
          {countOf(alert.eventCount, 'event')}
          {alert.logTypes.length > 1 && ` from ${alert.logTypes.length} log types`}
        </span>
      )}
      {alert.deliveries.length > 0 && (
        <button
          type="button"
          className={styles.sentTo}
          onClick={() =>
            void navigate({
              to: '/alerts-and-errors/$alertId/$section/',
              params: { alertId: alert.id, section: 'destinations' },
              replace: true,
            })
          }
        >
          <IconSend size={14} stroke={1.5} aria-hidden />
          Sent to <SentTo deliveries={alert.deliveries} state={alert.deliveryState} looks={looks} />
        </button>
      )}
      {ticket && (
        <a href={ticket.url} target="_blank" rel="noreferrer">
          {ticket.label}
        </a>
      )}
    </div>
  );
}

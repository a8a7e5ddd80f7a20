import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../lib/format-time.ts';
import { countOf } from '../../../lib/format-number.ts';
import { usePermission } from '../../../lib/session/session-context.tsx';
import { Badge } from '../../../ui/marks/badge.tsx';
import { Properties } from '../../../ui/layout/page.tsx';
import { SeverityGlyph, SeverityLabel } from '../../../ui/marks/severity.tsx';
import { SkeletonLines } from '../../../ui/layout/states.tsx';
import { StatusLabel } from '../../../ui/marks/status.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { Activity } from './activity.tsx';
import { cx } from '../../../lib/class-names.ts';
import shared from '../alert-parts.module.css';
import styles from './alert-rail.module.css';
import { attackReferences } from './attack.ts';
import { AssigneeLabel } from '../edit-menus.tsx';
import { webAddress } from '../../../ui/text/prose.tsx';
import { useRelatedAlerts } from '../queries.ts';
import type { AlertDetails } from '../queries.ts';

const minuteMs = 60_000;

/** Properties, related alerts and the latest activity, beside every section. */
export function AlertRail({
  alert,
  onAllActivity,
}: {
  alert: AlertDetails | undefined;
  /** Undefined on the activity section itself, where the rail leaves it out. */
  onAllActivity: (() => void) | undefined;
}) {
  if (!alert)
    return (
      <aside className={cx(shared.links, styles.rail)}>
        <RailSection title="Properties">
          <SkeletonLines lines={8} />
        </RailSection>
      </aside>
    );
  return (
    <aside className={cx(shared.links, styles.rail)} aria-label="About this alert">
      <AlertProperties alert={alert} />
      <RelatedAlerts alert={alert} />
      {onAllActivity && (
        <RailSection
          title="Activity"
          aside={
            <button type="button" className={styles.linkButton} onClick={onAllActivity}>
              All {alert.history.length}
            </button>
          }
        >
          <Activity key={alert.id} alert={alert} limit={6} />
        </RailSection>
      )}
    </aside>
  );
}

export function RailSection({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.railSection}>
      <header className={styles.railHead}>
        <h2 className={shared.heading}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** What is set about an alert, with links to what it names. */
export function AlertProperties({ alert }: { alert: AlertDetails }) {
  const techniques = attackReferences(alert.reports);
  const maySeeSources = usePermission('LogSourceRead');
  const otherReports = alert.reports.filter(({ key }) => !/mitre/i.test(key));
  const reference = webAddress(alert.reference ?? '');
  const items: { label: string; value: ReactNode; isShown?: boolean }[] = [
    { label: 'Severity', value: <SeverityLabel severity={alert.severity} /> },
    { label: 'Status', value: <StatusLabel status={alert.status} /> },
    { label: 'Assignee', value: <AssigneeLabel person={alert.assignee} /> },
    {
      label: 'Dedup string',
      value: <span className={shared.mono}>{alert.dedupString}</span>,
      isShown: Boolean(alert.dedupString),
    },
    {
      label: 'Dedup period',
      value: formatDuration((alert.dedupPeriodMinutes ?? 0) * minuteMs),
      isShown: Boolean(alert.dedupPeriodMinutes),
    },
    {
      label: 'Threshold',
      value: countOf(alert.threshold ?? 1, 'match', 'matches'),
      isShown: alert.threshold !== null && alert.threshold > 0 && alert.type !== 'SYSTEM_ERROR',
    },
    {
      label: 'Resource',
      value: (
        <Link
          className={shared.mono}
          to="/investigate/resources/$resourceId/"
          params={{ resourceId: alert.resourceId ?? '' }}
        >
          {alert.resourceId}
        </Link>
      ),
      isShown: Boolean(alert.resourceId),
    },
    { label: 'Log types', value: alert.logTypes.join(', '), isShown: alert.logTypes.length > 0 },
    {
      label: 'Log sources',
      isShown: alert.logSources.length > 0,
      value: (
        <span className={styles.values}>
          {alert.logSources.map((source) =>
            maySeeSources ? (
              <Link
                key={source.integrationId}
                to="/configure/log-sources/$sourceId/"
                params={{ sourceId: source.integrationId }}
              >
                {source.integrationLabel}
              </Link>
            ) : (
              <span key={source.integrationId}>{source.integrationLabel}</span>
            ),
          )}
        </span>
      ),
    },
    {
      label: 'MITRE ATT&CK',
      isShown: techniques.length > 0,
      value: (
        <span className={styles.values}>
          {techniques.map(({ id, href }) => (
            <a key={id} href={href} target="_blank" rel="noreferrer" className={shared.mono}>
              {id}
            </a>
          ))}
        </span>
      ),
    },
    ...otherReports.map(({ key, values }) => ({ label: key, value: values.join(', ') })),
    {
      label: 'Tags',
      isShown: alert.tags.length > 0,
      value: (
        <span className={styles.values}>
          {alert.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
    {
      label: 'Reference',
      isShown: Boolean(alert.reference),
      value: reference ? (
        <a href={reference} target="_blank" rel="noreferrer">
          {reference.replace(/^https?:\/\//, '')}
        </a>
      ) : (
        alert.reference
      ),
    },
    {
      label: 'First event',
      value: <Time at={alert.firstEventOccurredAt} format="absolute" />,
      isShown: alert.firstEventOccurredAt !== null,
    },
    {
      label: 'Last event',
      value: <Time at={alert.lastEventOccurredAt} format="absolute" />,
      isShown: alert.lastEventOccurredAt !== null,
    },
    { label: 'Created', value: <Time at={alert.createdAt} format="absolute" /> },
  ];
  return (
    <RailSection title="Properties">
      <Properties items={items.filter(({ isShown = true }) => isShown)} />
    </RailSection>
  );
}

/** Other alerts of the same detection. */
export function RelatedAlerts({ alert }: { alert: AlertDetails }) {
  const { data } = useRelatedAlerts(alert);
  if (!alert.detectionId || data?.length === 0) return null;
  return (
    <RailSection
      title="Related alerts"
      aside={
        <Link
          to="/alerts-and-errors/"
          search={{
            detectionId: alert.detectionId,
            ...(alert.type.endsWith('_ERROR') ? { tab: 'detection-errors' as const } : {}),
          }}
        >
          Same detection
        </Link>
      }
    >
      {data ? (
        <ul className={styles.related}>
          {data.map((other) => (
            <li key={other.id}>
              <SeverityGlyph severity={other.severity} />
              <Link to="/alerts-and-errors/$alertId/" params={{ alertId: other.id }} title={other.title}>
                {other.title}
              </Link>
              <Time at={other.createdAt} />
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonLines lines={3} />
      )}
    </RailSection>
  );
}

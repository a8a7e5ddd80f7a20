import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';
import { ErrorBoundary } from '../../../ui/layout/error-boundary.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { SkeletonLines } from '../../../ui/layout/states.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Activity } from './activity.tsx';
import { AlertHeader } from './alert-header.tsx';
import shared from '../alert-parts.module.css';
import styles from './alert-page.module.css';
import { AlertRail, AlertProperties, RelatedAlerts } from './alert-rail.tsx';
import { ContextSection } from './context-section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { EventsSection } from '../events/events-section.tsx';
import { useAlert } from '../queries.ts';
import type { AlertDetails } from '../queries.ts';
import type { AlertSection } from './sections.ts';
import { SummarySection } from './summary-section.tsx';
import { neighboursOf } from '../list/use-alert-list.ts';

/** From this window width on the rail stands beside every section. */
const railFromPx = 1400;

/** One alert: header, the chosen section, and the rail with properties, related alerts and activity. */
export function AlertPage({ alertId, section }: { alertId: string; section: AlertSection }) {
  const { data: alert } = useAlert(alertId);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const hasRail = useWindowWidth() >= railFromPx;
  const neighbours = neighboursOf(cache, alertId);
  const go = (next: AlertSection) =>
    void navigate({
      to: '/alerts-and-errors/$alertId/$section/',
      params: { alertId, section: next },
      replace: true,
    });
  const goTo = (id: string | undefined) => {
    if (id !== undefined)
      void navigate({ to: '/alerts-and-errors/$alertId/$section/', params: { alertId: id, section } });
  };
  useShortcut({
    keys: 'm',
    description: 'Write a comment',
    group: 'This page',
    run: () => {
      const focus = () => document.querySelector<HTMLElement>('[data-comment-box] textarea')?.focus();
      if (hasRail) return focus();
      go('activity');
      setTimeout(focus, 50); // the section is drawn first
    },
  });
  const isLoaded = alert !== undefined;
  useEffect(() => {
    // On a phone the strip is wider than the window.
    if (isLoaded && section !== 'details')
      document
        .querySelector(`[data-tab="${section}"]`)
        ?.scrollIntoView?.({ inline: 'center', block: 'nearest' });
  }, [section, isLoaded]);
  return (
    <Page title={alert?.title ?? 'Alert'}>
      <AlertHeader
        alert={alert}
        neighbours={neighbours}
        onNeighbour={goTo}
        onComment={() => go('activity')}
      />
      <Tabs label="Sections of the alert" value={section} onChange={go} items={tabsOf(alert)} />
      <div className={styles.body}>
        <div className={section === 'events' ? styles.workspace : styles.main}>
          <ErrorBoundary resetKey={`${alertId} ${section}`}>
            {alert ? (
              <Section alert={alert} section={section} hasRail={hasRail} />
            ) : (
              <div className={shared.loading}>
                <SkeletonLines lines={10} />
              </div>
            )}
          </ErrorBoundary>
        </div>
        {hasRail && (
          <ErrorBoundary resetKey={alertId}>
            <AlertRail
              alert={alert}
              onAllActivity={section === 'activity' ? undefined : () => go('activity')}
            />
          </ErrorBoundary>
        )}
      </div>
    </Page>
  );
}

/** A system error has no events, and what is counted over them. */
const eventSections: ReadonlySet<AlertSection> = new Set(['events', 'summary', 'context']);

function tabsOf(alert: AlertDetails | undefined) {
  const all: { id: AlertSection; label: string; count?: number | undefined }[] = [
    { id: 'details', label: 'Details' },
    { id: 'events', label: 'Events', count: alert?.eventCount },
    { id: 'summary', label: 'Summary' },
    { id: 'context', label: 'Context & Enrichment' },
    { id: 'destinations', label: 'Destinations', count: alert && destinationCount(alert) },
    { id: 'activity', label: 'Activity', count: alert?.history.length },
  ];
  return alert?.type === 'SYSTEM_ERROR' ? all.filter(({ id }) => !eventSections.has(id)) : all;
}

function destinationCount(alert: AlertDetails): number {
  return new Set(alert.deliveries.map(({ outputId }) => outputId)).size;
}

function Section({
  alert,
  section,
  hasRail,
}: {
  alert: AlertDetails;
  section: AlertSection;
  hasRail: boolean;
}) {
  if (section === 'events') return <EventsSection key={alert.id} alert={alert} />;
  if (section === 'summary') return <SummarySection alert={alert} />;
  if (section === 'context') return <ContextSection alert={alert} />;
  if (section === 'destinations') return <DeliveriesSection alert={alert} />;
  if (section === 'activity') return <Activity alert={alert} />;
  return (
    <DetailsSection alert={alert}>
      {!hasRail && (
        <>
          <AlertProperties alert={alert} />
          <RelatedAlerts alert={alert} />
        </>
      )}
    </DetailsSection>
  );
}

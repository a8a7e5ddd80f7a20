import { useState } from 'react';
import { ExplainSlot } from '../../lib/explain-slot.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { JsonTree } from '../../ui/text/json-tree.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { SeverityLabel } from '../../ui/marks/severity.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { AlertPreview } from './alert-preview.tsx';
import { useReplayAlert, useReplayedEvent } from './replay-queries.ts';
import type { ReplayAlert } from './replay-types.ts';
import styles from './replays.module.css';

export interface ReplayAlertScreenProps {
  ruleId: string;
  replayId: string;
  alertId: string;
}

/** An alert a replay would have made: what it would have said, where it would have gone, and its events. */
export function ReplayAlertScreen({ ruleId, replayId, alertId }: ReplayAlertScreenProps) {
  const { data: alert } = useReplayAlert(replayId, alertId);
  return (
    <Page title={alert?.title ?? 'Alert of a replay'}>
      <PageHeader
        work
        icon={
          <ButtonLink
            to="/build/detections/rules/$ruleId/replay/$replayId/"
            params={{ ruleId, replayId }}
            variant="quiet"
            size="sm"
            aria-label="Back to the replay"
            icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          />
        }
        title={alert?.title ?? 'Alert of a replay'}
        badges={
          <>
            {alert && <SeverityLabel severity={alert.severity} />}
            <Badge tone="accent">Preview</Badge>
          </>
        }
        subtitle={<span className={styles.mono}>{ruleId}</span>}
      />
      {alert ? (
        <div className={styles.replay}>
          <div className={styles.previewSide}>
            <Note title="Not a real alert">
              A replay of past events made it. It was never delivered and is not among the real alerts.
            </Note>
            <AlertPreview alert={alert}>
              <WouldGoTo names={alert.receivers} />
            </AlertPreview>
          </div>
          <Events ruleId={ruleId} alert={alert} />
        </div>
      ) : (
        <div className={styles.previewSide}>
          <SkeletonLines lines={10} label="Loading the alert" />
        </div>
      )}
    </Page>
  );
}

function WouldGoTo({ names }: { names: readonly string[] }) {
  return (
    <section aria-label="Would have gone to">
      <h2 className={styles.heading}>Would have gone to</h2>
      {names.length === 0 ? (
        <p className={styles.quiet}>No destination takes alerts of this severity and kind.</p>
      ) : (
        <ul className={styles.receivers}>
          {names.map((name) => (
            <li key={name} className={styles.tiles}>
              <VendorTile name={name} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Events({ ruleId, alert }: { ruleId: string; alert: ReplayAlert }) {
  const [chosenId, setChosenId] = useState(alert.examples[0]?.rowId);
  const chosen = alert.examples.find(({ rowId }) => rowId === chosenId);
  const event = useReplayedEvent(ruleId, chosen);
  return (
    <section className={styles.events} aria-label="Events">
      <header className={styles.alertsHead}>
        <h2 className={styles.heading}>Events</h2>
        <span className={styles.quiet}>
          {alert.examples.length < alert.eventCount
            ? `${alert.examples.length} of ${alert.eventCount} are kept`
            : `${alert.eventCount}`}
        </span>
        {chosen && <ExplainSlot.Place detectionId={ruleId} storedEvent={chosen} />}
      </header>
      <ul className={styles.eventList}>
        {alert.examples.map((example) => (
          <li key={example.rowId}>
            <button
              type="button"
              className={styles.eventRow}
              aria-pressed={example.rowId === chosenId}
              onClick={() => setChosenId(example.rowId)}
            >
              <Time at={example.eventTime} format="event" />
              <span>{example.logType}</span>
              <span className={styles.mono}>{example.rowId}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.eventTree}>
        {event.isPending && chosen && <SkeletonLines lines={10} label="Loading the event" />}
        {event.isError && (
          <FailedState
            title="The event could not be read"
            message={failureText(event.error)}
            onRetry={() => void event.refetch()}
          />
        )}
        {event.data !== undefined && <JsonTree label="Event" value={event.data} />}
      </div>
    </section>
  );
}

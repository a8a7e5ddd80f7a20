import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ExplainSlot } from '../../../lib/explain-slot.ts';
import { useMissingPermission } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { IconCheck } from '../../../ui/icons.ts';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import { Note } from '../../../ui/layout/note.tsx';
import shared from '../alert-parts.module.css';
import styles from './details-section.module.css';
import { systemErrorLabel, wordsOf } from '../labels.ts';
import { ContextTree } from './context-tree.tsx';
import { Part } from './part.tsx';
import { Prose } from '../../../ui/text/prose.tsx';
import type { AlertDetails, SystemErrorOrigin } from '../queries.ts';
import { hasContext } from './has-context.ts';
import { TopValues } from './summary-section.tsx';
import { useAlertEvents } from '../events/use-alert-events.ts';
import { useAlertActions } from '../use-alert-edits.ts';

/** A word that a person reads first: what happened, what to do, what the detection kept. */
export function DetailsSection({ alert, children }: { alert: AlertDetails; children?: ReactNode }) {
  const { origin } = alert;
  const events = useAlertEvents(alert);
  return (
    <div className={shared.details}>
      <div className={shared.column}>
        {origin.__typename === 'SystemError' && <SystemErrorCard alert={alert} error={origin} />}
        {origin.__typename === 'DeletedDetection' && (
          <Note tone="warning">{`The detection ${origin.id} is deleted. The alert keeps what it said then.`}</Note>
        )}
        <DetectionError alert={alert} />
        {origin.__typename === 'Rule' && alert.eventCount > 0 && (
          <div>
            <ExplainSlot.Place alertId={alert.id} />
          </div>
        )}
        <Part title="Description">
          {alert.description ? (
            <Prose text={alert.description} />
          ) : (
            <p className={shared.quiet}>No description</p>
          )}
        </Part>
        {origin.__typename !== 'SystemError' && (
          <Part title="Runbook">
            {alert.runbook ? (
              <Prose text={alert.runbook} />
            ) : (
              <p className={shared.quiet}>No runbook. A detection can say here what to do.</p>
            )}
          </Part>
        )}
        {children}
      </div>
      <div className={shared.column}>
        {hasContext(alert.context) && !alert.type.endsWith('_ERROR') && (
          <Part
            title="Alert context"
            aside={<CopyButton value={JSON.stringify(alert.context, null, 2)} label="Copy alert context" />}
          >
            <ContextTree alert={alert} newest={events.events?.[0]} openDepth={3} />
          </Part>
        )}
        {alert.type !== 'SYSTEM_ERROR' && (
          <Part
            title="Top values"
            aside={
              <Link
                to="/alerts-and-errors/$alertId/$section/"
                params={{ alertId: alert.id, section: 'summary' }}
                replace
              >
                Summary
              </Link>
            }
          >
            <TopValues alert={alert} limit={4} />
          </Part>
        )}
      </div>
    </div>
  );
}

/** The exception of a detection and where it was raised. */
function DetectionError({ alert }: { alert: AlertDetails }) {
  const { context } = alert;
  if (alert.type === 'SYSTEM_ERROR' || !alert.type.endsWith('_ERROR')) return null;
  if (typeof context !== 'object' || context === null) return null;
  const error = 'error' in context && typeof context.error === 'string' ? context.error : alert.title;
  const traceback = 'traceback' in context && typeof context.traceback === 'string' ? context.traceback : '';
  return (
    <Part title="Exception">
      <CodeBlock code={traceback === '' ? error : `${traceback}\n${error}`} />
    </Part>
  );
}

/** Which part of the system failed, what it said, and how the alarm ends. */
function SystemErrorCard({ alert, error }: { alert: AlertDetails; error: SystemErrorOrigin }) {
  const { resolveAlarm } = useAlertActions(alert.id);
  const missing = useMissingPermission('LogSourceModify');
  const name = error.relatedName ?? error.relatedId;
  return (
    <Part title={systemErrorLabel(error.type)}>
      <div className={styles.component}>
        <div>
          <span className={shared.quiet}>{wordsOf(error.relatedComponent)}</span>{' '}
          <RelatedLink error={error} name={name ?? 'unknown'} />
        </div>
        {error.relatedComponent === 'LOG_SOURCE' && alert.status !== 'RESOLVED' && (
          <Button
            size="sm"
            icon={<IconCheck size={16} stroke={1.5} aria-hidden />}
            loading={resolveAlarm.isPending}
            disabledReason={missing}
            onClick={() => resolveAlarm.mutate()}
          >
            Resolve alarm
          </Button>
        )}
      </div>
      {hasContext(error.details) && (
        <div className={shared.well}>
          <JsonTree label="What the system knows" value={error.details} />
        </div>
      )}
    </Part>
  );
}

function RelatedLink({ error, name }: { error: SystemErrorOrigin; name: string }) {
  const id = error.relatedId ?? '';
  if (id === '') return name;
  if (error.relatedComponent === 'LOG_SOURCE')
    return (
      <Link to="/configure/log-sources/$sourceId/" params={{ sourceId: id }}>
        {name}
      </Link>
    );
  if (error.relatedComponent === 'DESTINATION')
    return (
      <Link to="/configure/destinations/$destinationId/edit/" params={{ destinationId: id }}>
        {name}
      </Link>
    );
  if (error.relatedComponent === 'DETECTION')
    return (
      <Link to="/build/detections/rules/$ruleId/" params={{ ruleId: id }}>
        {name}
      </Link>
    );
  return name;
}

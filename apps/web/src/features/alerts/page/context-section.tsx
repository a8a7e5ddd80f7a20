import { timeOf, useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import { indicatorFieldIn } from '../../../lib/value-menu/value-searches.ts';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import { SkeletonLines } from '../../../ui/layout/states.tsx';
import shared from '../alert-parts.module.css';
import { hasContext } from './has-context.ts';
import { Part } from './part.tsx';
import type { AlertDetails, AlertEvent } from '../queries.ts';
import { alertValuePaths } from '../search-links.ts';
import { useAlertEvents } from '../events/use-alert-events.ts';

/** What the detection kept as context, and what enrichment knew about the newest event. */
export function ContextSection({ alert }: { alert: AlertDetails }) {
  const events = useAlertEvents(alert);
  const newest = events.events?.[0];
  const menuOf = useValueMenu();
  const last = alert.lastEventOccurredAt ?? alert.createdAt;
  const at = timeOf(newest) ?? new Date(last);
  return (
    <div className={shared.details}>
      <div className={shared.column}>
        <Part
          title="Alert context"
          aside={
            hasContext(alert.context) && (
              <CopyButton value={JSON.stringify(alert.context, null, 2)} label="Copy alert context" />
            )
          }
        >
          {hasContext(alert.context) ? (
            <div className={shared.well}>
              <JsonTree
                label="Alert context"
                value={alert.context}
                openDepth={4}
                fieldMenu={(path, value) =>
                  menuOf(
                    { path, value, event: newest, isInEvent: false, at },
                    { copies: true, narrowPaths: narrowPathsOf(alert, newest, value) },
                  )
                }
              />
            </div>
          ) : (
            <p className={shared.quiet}>
              No context. A detection adds it with the function <code>alert_context</code>.
            </p>
          )}
        </Part>
      </div>
      <div className={shared.column}>
        <Part title="Enrichment of the newest event">
          {events.isLoading ? <SkeletonLines lines={5} /> : <Enrichment event={newest} menuOf={menuOf} />}
        </Part>
      </div>
    </div>
  );
}

/** A value of the context is one of the events where an indicator field of theirs holds it. */
function narrowPathsOf(alert: AlertDetails, event: AlertEvent | undefined, value: unknown) {
  const field = indicatorFieldIn(event, value);
  return field && alertValuePaths(alert, [field, 0], value);
}

function Enrichment(props: { event: AlertEvent | undefined; menuOf: ReturnType<typeof useValueMenu> }) {
  const { event, menuOf } = props;
  const enrichment = event?.p_enrichment;
  if (!hasContext(enrichment))
    return <p className={shared.quiet}>No lookup table or enrichment provider knew a value of this event.</p>;
  return (
    <div className={shared.well}>
      <JsonTree
        label="Enrichment"
        value={enrichment}
        openDepth={4}
        fieldMenu={(path, value) =>
          menuOf({ path: ['p_enrichment', ...path], value, event }, { copies: true, rule: 'none' })
        }
      />
    </div>
  );
}

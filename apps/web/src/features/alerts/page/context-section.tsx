import { useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import { SkeletonLines } from '../../../ui/layout/states.tsx';
import shared from '../alert-parts.module.css';
import { ContextTree } from './context-tree.tsx';
import { hasContext } from './has-context.ts';
import { Part } from './part.tsx';
import type { AlertDetails, AlertEvent } from '../queries.ts';
import { useAlertEvents } from '../events/use-alert-events.ts';

/** What the detection kept as context, and what enrichment knew about the newest event. */
export function ContextSection({ alert }: { alert: AlertDetails }) {
  const events = useAlertEvents(alert);
  const newest = events.events?.[0];
  const menuOf = useValueMenu();
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
            <ContextTree alert={alert} newest={newest} openDepth={4} />
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

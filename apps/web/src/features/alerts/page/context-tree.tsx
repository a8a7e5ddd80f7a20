import { timeOf, useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import { indicatorFieldIn } from '../../../lib/value-menu/value-searches.ts';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import shared from '../alert-parts.module.css';
import type { AlertDetails, AlertEvent } from '../queries.ts';
import { alertValuePaths } from '../search-links.ts';

/** What the detection kept as context, with a menu on every value. */
export function ContextTree({
  alert,
  newest,
  openDepth,
}: {
  alert: AlertDetails;
  newest: AlertEvent | undefined;
  openDepth: number;
}) {
  const menuOf = useValueMenu();
  const at = timeOf(newest) ?? new Date(alert.lastEventOccurredAt ?? alert.createdAt);
  return (
    <div className={shared.well}>
      <JsonTree
        label="Alert context"
        value={alert.context}
        openDepth={openDepth}
        fieldMenu={(path, value) =>
          menuOf(
            { path, value, event: newest, isInEvent: false, at },
            { copies: true, narrowPaths: narrowPathsOf(alert, newest, value) },
          )
        }
      />
    </div>
  );
}

/** A value of the context is one of the events where an indicator field of theirs holds it. */
function narrowPathsOf(alert: AlertDetails, event: AlertEvent | undefined, value: unknown) {
  const field = indicatorFieldIn(event, value);
  return field && alertValuePaths(alert, [field, 0], value);
}

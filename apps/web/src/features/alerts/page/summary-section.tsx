import type { CSSProperties } from 'react';
import { formatCount } from '../../../lib/format-number.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { ValueButton } from '../../../lib/value-menu/value-button.tsx';
import type { JsonPath } from '../../../ui/text/json-lines.ts';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { MiddleCut } from '../../../ui/text/middle-cut.tsx';
import { FailedState, SkeletonLines } from '../../../ui/layout/states.tsx';
import { cx } from '../../../lib/class-names.ts';
import shared from '../alert-parts.module.css';
import styles from './summary-section.module.css';
import { alertValuePaths } from '../search-links.ts';
import { useSummary } from '../queries.ts';
import type { AlertDetails, AttributeSummary } from '../queries.ts';

/** The most frequent values of the events, an attribute a panel. `limit` panels at most. */
export function TopValues({ alert, limit }: { alert: AlertDetails; limit?: number }) {
  const summary = useSummary(alert);
  if (summary.error && !summary.data)
    return (
      <FailedState
        title="The values could not be counted"
        message={failureText(summary.error)}
        onRetry={() => void summary.refetch()}
      />
    );
  if (!summary.data) return <SkeletonLines lines={6} />;
  const panels = summary.data.slice(0, limit);
  if (panels.length === 0)
    return (
      <p className={shared.quiet}>
        The events hold no indicator, and the detection names no summary attributes.
      </p>
    );
  return (
    <div className={styles.topValues}>
      {panels.map((attribute) => (
        <ValuePanel key={attribute.name} alert={alert} attribute={attribute} />
      ))}
    </div>
  );
}

/** Attributes are paths, written with dots or colons; members of a list are counted each. */
function pathOf(name: string): JsonPath {
  return name.startsWith('p_any_') ? [name, 0] : name.split(/[.:]/);
}

function ValuePanel({ alert, attribute }: { alert: AlertDetails; attribute: AttributeSummary }) {
  const path = pathOf(attribute.name);
  const most = Math.max(1, ...attribute.values.map(({ value }) => value));
  return (
    <section className={styles.valuePanel} id={`summary-${attribute.name}`} aria-label={attribute.name}>
      <header>
        <h2 className={shared.mono}>{attribute.name}</h2>
      </header>
      {attribute.values.length === 0 && <p className={shared.quiet}>No event has this attribute</p>}
      <ul>
        {attribute.values.map(({ label, value }) => (
          <li
            key={label}
            style={
              {
                '--share': `${(value / most) * 100}%`,
              } as CSSProperties /* no custom properties in the type */
            }
          >
            <ValueButton
              className={styles.valueLabel}
              place={{ path, value: label, at: new Date(alert.lastEventOccurredAt ?? alert.createdAt) }}
              actions={{ narrowPaths: alertValuePaths(alert, path, label) }}
            >
              <MiddleCut text={label} />
            </ValueButton>
            <CopyButton value={label} label={`Copy ${label}`} />
            <span className={styles.valueCount}>{formatCount(value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every summary attribute, then every indicator field the events have. */
export function SummarySection({ alert }: { alert: AlertDetails }) {
  return (
    <div className={cx(shared.links, shared.single)}>
      <p className={shared.quiet}>
        The five most frequent values of each summary attribute and indicator over the newest 1,000 events.
      </p>
      <TopValues alert={alert} />
    </div>
  );
}

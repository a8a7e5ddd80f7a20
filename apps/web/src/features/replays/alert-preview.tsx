import type { ReactNode } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { JsonTree } from '../../ui/text/json-tree.tsx';
import { Properties } from '../../ui/layout/page.tsx';
import { SeverityLabel } from '../../ui/marks/severity.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { ReplayAlert } from './replay-types.ts';
import styles from './replays.module.css';

/** What an alert would have said. */
export function AlertPreview({ alert, children }: { alert: ReplayAlert; children?: ReactNode }) {
  const context = readContext(alert.context);
  return (
    <div className={styles.preview}>
      <Properties
        items={[
          { label: 'Severity', value: <SeverityLabel severity={alert.severity} /> },
          { label: 'Events', value: countOf(alert.eventCount, 'event') },
          { label: 'Would open', value: <Time at={alert.createdAt} format="absolute" /> },
          { label: 'First match', value: <Time at={alert.firstMatchAt} format="absolute" /> },
          { label: 'Last match', value: <Time at={alert.lastMatchAt} format="absolute" /> },
          { label: 'Log types', value: alert.logTypes.join(', ') },
          { label: 'Dedup string', value: <code className={styles.mono}>{alert.dedupString}</code> },
        ]}
      />
      {children}
      {alert.description !== '' && <Words title="Description" text={alert.description} />}
      {alert.runbook !== '' && <Words title="Runbook" text={alert.runbook} />}
      {alert.reference !== '' && <Words title="Reference" text={alert.reference} />}
      {context !== undefined && (
        <section>
          <h3 className={styles.heading}>Alert context</h3>
          <JsonTree label="Alert context" value={context} />
        </section>
      )}
    </div>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <p className={styles.prose}>{text}</p>
    </section>
  );
}

/** The context as a value; undefined when there is nothing in it. */
function readContext(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
    return isEmpty ? undefined : value;
  } catch {
    return text === '' ? undefined : text;
  }
}

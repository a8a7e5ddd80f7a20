import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useShippedDetections } from '../../lib/shipped-detections.ts';
import type { ShippedDetection } from '../../lib/shipped-detections.ts';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { SeverityGlyph } from '../../ui/marks/severity.tsx';
import { EnableButton } from './enable-button.tsx';
import styles from './getting-started.module.css';
import { useWatchers } from './queries.ts';

/** Which detections watch a source, those that ship for its log types, and the newest alert they raised. */
export function SourceDetections({ logTypes }: { logTypes: readonly string[] }) {
  const shipped = useShippedDetections(logTypes);
  const watchers = useWatchers(logTypes);
  const failed = [shipped, watchers].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <Card title="Detections">
        <FailedState
          title="The detections of this source could not be loaded"
          message={failureText(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      </Card>
    );
  if (!shipped.data || !watchers.data)
    return shipped.isLoading || watchers.isLoading ? (
      <Card title="Detections">
        <SkeletonLines lines={3} />
      </Card>
    ) : null;
  const { count, newestAlert } = watchers.data;
  const off = shipped.data.filter(({ state }) => state !== 'ON');
  return (
    <Card title="Detections" note="for the log types of this source" flush>
      <div className={styles.summary}>
        <span role="status">{`${watching(count)}${offer(off.length, shipped.data.length)}`}</span>
        {off.length > 0 && (
          <EnableButton detections={off} label={`Turn on ${off.length}`} variant="primary" />
        )}
        {shipped.data.length === 0 && (
          <ButtonLink size="sm" to="/build/detections/new/">
            Write a detection
          </ButtonLink>
        )}
      </div>
      {newestAlert && (
        <div className={styles.alert}>
          <Note
            tone="success"
            title={newestAlert.title}
            action={
              <ButtonLink size="sm" to="/alerts-and-errors/$alertId/" params={{ alertId: newestAlert.id }}>
                Open alert
              </ButtonLink>
            }
          >
            The newest alert of these log types, <Time at={newestAlert.createdAt} />
          </Note>
        </div>
      )}
      {shipped.data.length > 0 && (
        <ul className={styles.list} aria-label="Detections that ship with Margay" tabIndex={0}>
          {shipped.data.map((detection) => (
            <ShippedRow key={detection.id} detection={detection} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const watching = (count: number) =>
  count === 0
    ? 'No detection watches this source yet.'
    : `${countOf(count, 'detection')} ${count === 1 ? 'watches' : 'watch'} this source.`;

function offer(off: number, all: number): string {
  if (all === 0) return ' None ships for its log types.';
  if (off === 0) return '';
  return off === all ? ` ${all} ship for its log types.` : ` ${off} more ship for its log types.`;
}

function ShippedRow({ detection }: { detection: ShippedDetection }) {
  const { displayName, severity, state } = detection;
  return (
    <li className={styles.row}>
      <SeverityGlyph severity={severity} />
      <span className={styles.name}>{displayName}</span>
      {state === 'ON' ? (
        <span className={styles.state}>On</span>
      ) : (
        <EnableButton detections={[detection]} label="Turn on" />
      )}
    </li>
  );
}

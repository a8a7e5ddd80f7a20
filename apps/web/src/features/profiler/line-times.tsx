import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, FailedState } from '../../ui/layout/states.tsx';
import { formatMicroseconds } from './profile-format.ts';
import styles from './profiler.module.css';
import { useTiming } from './queries.ts';
import type { Timing } from './queries.ts';

/** The body with what each line takes for an event; the dearest line is marked. */
function TimedBody({ timing }: { timing: Timing }) {
  const costOf = new Map(timing.lines.map(({ line, microseconds }) => [line, microseconds]));
  const most = Math.max(0, ...costOf.values());
  return (
    <pre className={styles.body} aria-label="Time by line">
      {timing.body
        .trimEnd()
        .split('\n')
        .map((text, at) => {
          const cost = costOf.get(at + 1);
          return (
            // The place of a line is what it is.
            <span key={at} className={cost !== undefined && cost === most ? styles.dearest : undefined}>
              <span
                className={styles.lineCost}
                style={{ backgroundSize: `${((cost ?? 0) / (most || 1)) * 100}% 2px` }}
              >
                {cost === undefined ? '' : formatMicroseconds(cost, 1)}
              </span>
              <span className={styles.lineNumber}>{at + 1}</span>
              <code>{text || ' '}</code>
            </span>
          );
        })}
    </pre>
  );
}

/** Where the time of a rule goes, measured on demand. */
export function LineTimes({ id }: { id: string }) {
  const timing = useTiming();
  const { data } = timing;
  return (
    <section className={styles.section} aria-label="Where the time goes">
      <div className={styles.sectionHead}>
        <h3 className={styles.heading}>Where the time goes</h3>
        <Button size="sm" loading={timing.isPending} onClick={() => timing.mutate(id)}>
          {data ? 'Measure again' : 'Measure'}
        </Button>
      </div>
      {timing.isError ? (
        <FailedState
          title="The rule could not be timed"
          message={failureText(timing.error)}
          onRetry={() => timing.mutate(id)}
        />
      ) : data === undefined ? (
        <p className={styles.hint}>
          Runs the saved rule over stored events of the last seven days that reach its code, in a sandbox of
          its own.
        </p>
      ) : data.events === 0 ? (
        <EmptyState title="No stored event reaches its code">
          In the last seven days its prefilter kept every event away, or none arrived.
        </EmptyState>
      ) : (
        <>
          <p className={styles.hint}>
            {countOf(data.events, 'event')}: half of them within {formatMicroseconds(data.median, 1)}, 99 %
            within {formatMicroseconds(data.p99, 1)}, longest {formatMicroseconds(data.longest, 1)}.
            {data.failed > 0 && ` It failed on ${data.failed}.`} By line, for an event; watching the lines
            takes time as well.
          </p>
          <TimedBody timing={data} />
        </>
      )}
    </section>
  );
}

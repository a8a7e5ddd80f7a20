import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { Button } from '../inputs/button.tsx';
import { IconCircleCheck, IconCircleX, IconRefresh } from '../icons.ts';
import { Eyes } from '../marks/logo.tsx';
import styles from './states.module.css';

/** Loading under this time shows nothing at all. */
const quietMs = 150;

function useIsOverdue(delayMs: number): boolean {
  const [isOverdue, setOverdue] = useState(delayMs === 0);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isOverdue;
}

/** One grey bar of the real geometry. Sizes in px or as CSS text. */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

/** Some lines of text that are still loading; nothing for the first 150 ms. */
export function SkeletonLines({ lines = 4, label = 'Loading' }: { lines?: number; label?: string }) {
  const isOverdue = useIsOverdue(quietMs);
  return (
    <div
      className={styles.lines}
      role="status"
      aria-label={label}
      style={{ visibility: isOverdue ? 'visible' : 'hidden' }}
    >
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={`${[92, 76, 84, 58][index % 4]}%`} />
      ))}
    </div>
  );
}

export interface EmptyStep {
  title: string;
  text?: ReactNode;
  done: boolean;
  /** Button or link that does the step. */
  action?: ReactNode;
  /** Puts the title of a step that is done into a link to what it made. */
  link?: ((title: string) => ReactNode) | undefined;
}

/** Nothing has ever been here: the eyes asleep, one sentence, the steps still missing, one primary action. */
export function EmptyState(props: {
  title: string;
  children?: ReactNode;
  steps?: readonly EmptyStep[];
  action?: ReactNode;
  footer?: ReactNode;
}) {
  const { title, children, steps = [], action, footer } = props;
  return (
    <div className={styles.empty}>
      <Eyes asleep />
      <h2 className={styles.emptyTitle}>{title}</h2>
      {children && <p className={styles.emptyText}>{children}</p>}
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={step.title} className={styles.step} data-done={step.done || undefined}>
              {step.done ? (
                <span className={styles.stepDone}>
                  <IconCircleCheck size={20} stroke={1.5} aria-label="Done" />
                </span>
              ) : (
                <span className={styles.stepNumber}>{index + 1}</span>
              )}
              <div className={styles.grow}>
                <div className={styles.stepTitle}>
                  {step.done && step.link ? step.link(step.title) : step.title}
                </div>
                {step.text && <div className={styles.stepText}>{step.text}</div>}
              </div>
              {!step.done && step.action}
            </li>
          ))}
        </ol>
      )}
      {action && <div className={styles.actions}>{action}</div>}
      {footer}
    </div>
  );
}

/** There is something, but not for these filters. `what` is singular, for instance `alert`. */
export function NoResults({
  what,
  filterCount,
  onClear,
}: {
  what: string;
  filterCount: number;
  onClear?: () => void;
}) {
  return (
    <div className={styles.noResults} role="status">
      <div className={styles.noResultsTitle}>No Results</div>
      <div>
        {filterCount > 0
          ? `No ${what} matches the ${filterCount === 1 ? 'filter' : countOf(filterCount, 'filter')}.`
          : `No ${what} was found.`}
      </div>
      {onClear && filterCount > 0 && (
        <div className={styles.actions}>
          <Button size="sm" onClick={onClear}>
            Clear filters
          </Button>
        </div>
      )}
    </div>
  );
}

/** A panel that could not load. The rest of the page works. */
export function FailedState({
  title,
  message,
  onRetry,
}: {
  title: string;
  message?: ReactNode;
  onRetry?: () => void;
}) {
  return (
    <div className={styles.failed} role="alert">
      <IconCircleX size={16} stroke={1.5} aria-hidden />
      <div>
        <div className={styles.failedTitle}>{title}</div>
        {message && <div className={styles.failedText}>{message}</div>}
        {onRetry && (
          <Button size="sm" icon={<IconRefresh size={14} stroke={1.5} aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/** The 2 px bar under a toolbar while old rows are being replaced. It takes no room. */
export function BusyBar({ isBusy }: { isBusy: boolean }) {
  return isBusy ? <div className={styles.busy} role="progressbar" aria-label="Refreshing" /> : null;
}

/** Long work with its numbers. `share` from 0 to 1, null when unknown. */
export function Progress(props: {
  label: string;
  share: number | null;
  text?: ReactNode;
  remaining?: ReactNode;
}) {
  const { label, share, text, remaining } = props;
  const percent = share === null ? undefined : Math.round(share * 100);
  return (
    <div>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent ?? 12}%` }} />
      </div>
      {(text || remaining) && (
        <div className={styles.progressText}>
          <span>{text}</span>
          <span>{remaining}</span>
        </div>
      )}
    </div>
  );
}

/** Words for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

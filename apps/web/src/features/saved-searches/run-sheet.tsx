import { useState } from 'react';
import { countOf, formatBytes, formatCount } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { isRunning, useRuns } from './queries.ts';
import type { SavedRun, SavedSearch } from './queries.ts';
import { RunStateLabel, triggerText } from './run-state.tsx';
import { pageSizes } from '../../lib/page-sizes.ts';
import styles from './saved-searches.module.css';

const pageSize = pageSizes.list;
const mostRuns = 100;

/** Runs of a scheduled search, the newest first, beside the list. */
export function RunSheet(props: {
  search: SavedSearch | undefined;
  onClose: () => void;
  onRunNow: (search: SavedSearch) => void;
  onOpen: (search: SavedSearch) => void;
  noRun: string | undefined;
}) {
  const { search, onClose, onRunNow, onOpen, noRun } = props;
  return (
    <SideSheet
      isOpen={search !== undefined}
      onClose={onClose}
      title={search?.name ?? ''}
      subtitle="Runs of the past 30 days"
      actions={
        search && (
          <>
            <Button onClick={() => onOpen(search)}>Open in Search</Button>
            <Button variant="primary" disabledReason={noRun} onClick={() => onRunNow(search)}>
              Run now
            </Button>
          </>
        )
      }
    >
      {search && <Runs key={search.id} search={search} />}
    </SideSheet>
  );
}

function Runs({ search }: { search: SavedSearch }) {
  const [count, setCount] = useState<number>(pageSize);
  const runs = useRuns(search.id, count);
  if (runs.isError && !runs.data)
    return (
      <FailedState
        title="The runs could not be loaded"
        message={failureText(runs.error)}
        onRetry={() => void runs.refetch()}
      />
    );
  return (
    <div className={styles.runs}>
      {search.notRunReason !== null && (
        <Note tone="warning" title="The clock leaves it alone">
          {search.notRunReason}
        </Note>
      )}
      {!runs.data && <SkeletonLines lines={6} label="Loading runs" />}
      {runs.data?.runs.length === 0 && (
        <EmptyState title="No runs yet">
          {search.schedule?.nextRunAt ? (
            <>
              The first one is due at <Time at={search.schedule.nextRunAt} format="absolute" />.
            </>
          ) : (
            'Its schedule is paused.'
          )}
        </EmptyState>
      )}
      <ul className={styles.runList} aria-label="Runs">
        {runs.data?.runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
      {runs.data?.hasMore && count < mostRuns && (
        <Button onClick={() => setCount(mostRuns)} loading={runs.isPlaceholderData}>
          Show older runs
        </Button>
      )}
    </div>
  );
}

function Run({ run }: { run: SavedRun }) {
  const { rowCount, matchCount, errorCount, bytesScanned, elapsedMs, error } = run;
  const figures = [
    rowCount === null
      ? undefined
      : countOf(rowCount, 'row') + (run.isCut ? ' (cut at the limit of a run)' : ''),
    matchCount === null ? undefined : countOf(matchCount, 'match', 'matches'),
    errorCount ? countOf(errorCount, 'rule error') : undefined,
    bytesScanned > 0 ? `${formatBytes(bytesScanned)} read` : undefined,
    elapsedMs > 0 ? formatDuration(elapsedMs) : undefined,
  ].filter((text) => text !== undefined);
  return (
    <li className={styles.run}>
      <div className={styles.runHead}>
        <RunStateLabel state={run.state} />
        <Time at={run.scheduledAt} format="absolute" />
        <span className={styles.quiet}>{triggerText(run)}</span>
      </div>
      {figures.length > 0 && <div className={styles.runFacts}>{figures.join(' · ')}</div>}
      {run.state === 'PENDING' && run.nextAttemptAt && run.attempts > 0 && (
        <div className={styles.runFacts}>
          Attempt {formatCount(run.attempts + 1)} at <Time at={run.nextAttemptAt} format="absolute" />
        </div>
      )}
      {error !== null && (
        <div className={run.state === 'FAILED' ? styles.runError : styles.runFacts}>{error}</div>
      )}
      {isRunning(run) && error === null && run.attempts === 0 && (
        <div className={styles.runFacts}>It begins as soon as there is room.</div>
      )}
    </li>
  );
}

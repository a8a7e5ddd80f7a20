import { useState } from 'react';
import type { ReactNode } from 'react';
import { ResultRowsSlot } from '../../lib/data-lake/slots.ts';
import type { useSearchRun } from '../../lib/data-lake/use-search-run.ts';
import { useIsOverdue } from '../../lib/data-lake/use-search-run.ts';
import { countOf, formatBytes, formatCount } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../ui/icons.ts';
import { EmptyState, FailedState, Progress, SkeletonLines } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './data-explorer.module.css';
import { progressText } from '../../lib/data-lake/progress-text.ts';
import type { Explanation } from '../../lib/data-lake/explanation.ts';
import type { SqlRun } from './use-sql-run.ts';

type View = 'results' | 'info' | 'summary';
/** Under this the reader waits; beyond it numbers say why. */
const progressAfterMs = 2000;

/** What a query gave: its rows, what it read, and on a narrow window the summary of a column. */
export function QueryResults(props: {
  sql: SqlRun;
  run: ReturnType<typeof useSearchRun>;
  queryId: string | undefined;
  /** Told the columns of the table. */
  onColumns: (columns: readonly string[]) => void;
  /** The summary of a column, where it has no place of its own. */
  summary: ReactNode;
}) {
  const { sql, run, queryId, onColumns, summary } = props;
  const [view, setView] = useState<View>('results');
  const isRunning = sql.isStarting || run.isRunning;
  const isLate = useIsOverdue(isRunning, progressAfterMs);
  const isCounted = run.timeline !== undefined && !sql.isStarting;
  const items = [
    { id: 'results' as const, label: 'Results', ...(isCounted && queryId ? { count: run.total } : {}) },
    { id: 'info' as const, label: 'Query info' },
    ...(summary ? [{ id: 'summary' as const, label: 'Summarize' }] : []),
  ];
  const shown = items.some(({ id }) => id === view) ? view : 'results';
  return (
    <section className={styles.output} aria-label="Output">
      <Tabs
        label="Output"
        items={items}
        value={shown}
        onChange={setView}
        trailing={isLate && <RunningProgress progress={run.progress} />}
      />
      {shown === 'info' ? (
        <QueryInfo explanation={sql.explanation} />
      ) : shown === 'summary' ? (
        <div className={styles.narrowSummary}>{summary}</div>
      ) : (
        <Rows sql={sql} run={run} queryId={queryId} onColumns={onColumns} />
      )}
    </section>
  );
}

function Rows(props: Omit<Parameters<typeof QueryResults>[0], 'summary'>) {
  const { sql, run, queryId, onColumns } = props;
  if (sql.refusal !== undefined) return <FailedState title="The query cannot run" message={sql.refusal} />;
  if (run.failure)
    return <FailedState title="The query failed" message={failureText(run.failure)} onRetry={run.retry} />;
  if (queryId === undefined && !sql.isStarting)
    return (
      <EmptyState title="No results yet">Run the query, or only a part of it that is selected.</EmptyState>
    );
  if (sql.isStarting || !run.timeline) return <SkeletonLines lines={8} label="Running the query" />;
  if (run.total === 0) return <EmptyState title="No Results">The query ran and found no rows.</EmptyState>;
  const edges = run.pages?.flatMap((page) => page.edges);
  return (
    <>
      <ResultRowsSlot.Place
        edges={edges}
        info={run.pages?.[0]?.columnInfo}
        total={run.total}
        isSql
        isLoadingMore={run.isLoadingMore}
        onEndReached={() => void run.loadMore()}
        onColumns={onColumns}
      />
      {edges && <Footer run={run} loaded={edges.length} limit={sql.explanation?.rowLimit ?? null} />}
    </>
  );
}

function Footer(props: { run: ReturnType<typeof useSearchRun>; loaded: number; limit: number | null }) {
  const { run, loaded, limit } = props;
  const isCut = !run.hasMore && loaded < run.total;
  return (
    <footer className={styles.foot} role="status">
      <span>
        <b>{formatCount(loaded)}</b> of {countOf(run.total, 'row')} loaded
      </span>
      <span>Query Time {formatDuration(run.elapsedMs)}</span>
      <span>{formatBytes(run.bytesScanned)} scanned</span>
      <span className={styles.push} />
      {isCut ? (
        <span className={styles.warning}>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
          {limit === null
            ? 'The rest is not shown'
            : `Limit ${formatCount(limit)} reached; add LIMIT for more`}
        </span>
      ) : (
        !run.hasMore && (
          <span className={styles.good}>
            <IconCircleCheck size={14} stroke={1.5} aria-hidden /> Full result
          </span>
        )
      )}
    </footer>
  );
}

function RunningProgress({ progress }: { progress: ReturnType<typeof useSearchRun>['progress'] }) {
  const { readRows = 0, totalRows = 0, elapsedMs = 0 } = progress ?? {};
  return (
    <Progress
      label="Query progress"
      share={totalRows > readRows ? readRows / totalRows : null}
      text={progressText(progress) ?? 'Waiting for the data lake'}
      remaining={formatDuration(elapsedMs)}
    />
  );
}

/** What the text reads, with its macros written out. */
function QueryInfo({ explanation }: { explanation: Explanation | undefined }) {
  if (!explanation)
    return <EmptyState title="No query">What a query reads is said here as it is written.</EmptyState>;
  const { sql, tables, startTime, endTime, rowLimit } = explanation;
  return (
    <div className={styles.info}>
      <dl>
        <dt>Tables</dt>
        <dd>
          {tables.length === 0
            ? 'None'
            : tables.map(({ databaseName, name }) => `${databaseName}.${name}`).join(', ')}
        </dd>
        <dt>Time</dt>
        <dd>
          {startTime === null && endTime === null ? (
            'All time: no condition on p_event_time'
          ) : (
            <>
              {startTime ? <Time at={startTime} format="absolute" /> : 'the first event'} to{' '}
              {endTime ? <Time at={endTime} format="absolute" /> : 'now'}
            </>
          )}
        </dd>
        <dt>Rows</dt>
        <dd>
          {rowLimit === null
            ? 'As the query says'
            : `At most ${formatCount(rowLimit)}: the query has no LIMIT`}
        </dd>
      </dl>
      <CodeBlock label="Query with its macros written out" code={sql} wrap />
    </div>
  );
}

import type { FilterColumnType } from '@margay/query';
import { useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { countOf, formatBytes } from '../../../lib/format-number.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { ErrorBoundary } from '../../../ui/layout/error-boundary.tsx';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { EmptyState, FailedState, Progress } from '../../../ui/layout/states.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Visualizations } from '../charts/visualizations.tsx';
import { ColumnSummary } from './column-summary.tsx';
import { conditionFor } from '../conditions/conditions.ts';
import { DisplayModeSwitch, useDisplayMode } from './display-mode.tsx';
import { FindingsProvider } from '../../../lib/data-lake/event-findings.tsx';
import { EventPanel } from '../event/event-panel.tsx';
import { NoSearch } from './no-search.tsx';
import { NothingFound } from './nothing-found.tsx';
import type { LakeDatabase, ResultEdge, SearchProgress } from '../../../lib/data-lake/queries.ts';
import { ResultFooter } from './result-footer.tsx';
import { ResultColumnMenu, ResultTable } from './result-table.tsx';
import { SchemaButton } from './schema-button.tsx';
import { useFilterFields } from '../conditions/use-filter-fields.ts';
import { defaultLimit } from '../form/search-form.ts';
import shared from '../search.module.css';
import styles from './search-results.module.css';
import { timeLabel } from '../time/time-frame.ts';
import { Timeline, useHistogram } from '../time/timeline.tsx';
import { useLastRows } from './use-last-rows.ts';
import { useZoom } from '../time/use-zoom.ts';
import { useNarrowing } from '../conditions/use-narrowing.ts';
import type { Results } from './use-results.ts';
import { progressText } from '../../../lib/data-lake/progress-text.ts';
import { useIsOverdue } from '../../../lib/data-lake/use-search-run.ts';
import type { Search, SearchStatuses } from '../use-search.ts';
import { modeOf } from '../modes/index.ts';

/** Under this the reader waits; beyond it numbers say why. */
const progressAfterMs = 2000;

export function SearchResults(props: {
  search: Search;
  results: Results;
  databases: readonly LakeDatabase[];
  isNarrow: boolean;
}) {
  const { search, results, databases, isNarrow } = props;
  const { form, run, queryId, isStarting, refusal } = search;
  const { timeline, edges, info, colors, columns } = results;
  const histogram = useHistogram();
  const fields = useFilterFields(search, databases);
  const display = useDisplayMode();
  const [openId, setOpenId] = useState<string>();
  /** On phones: the open row is shown in full. */
  const [isWhole, setWhole] = useState(false);
  const [tab, setTab] = useState<'results' | 'fields'>('results');
  const isLate = useIsOverdue(isStarting || run.isRunning, progressAfterMs);
  const { isText, hasScope } = modeOf(form);
  const narrowing = useNarrowing(search, databases);
  const shown = useLastRows(
    isStarting ? { ...results, edges: undefined, timeline: undefined } : results,
    isStarting || run.isRunning,
  );
  const { zoom, back } = useZoom(search, narrowing?.zoom);
  const zone = useTimeZone();

  if (refusal) {
    return (
      <div className={shared.message}>
        <FailedState title="The search cannot run" message={refusal.message} />
      </div>
    );
  }
  if (run.failure) {
    return (
      <div className={shared.message}>
        <FailedState title="The search failed" message={failureText(run.failure)} onRetry={run.retry} />
      </div>
    );
  }
  if (queryId === undefined && !isStarting) return <NoSearch search={search} />;
  if (run.wasCancelled && !isStarting) return <CancelledSearch onRun={() => void search.start()} />;
  const isCounted = run.timeline !== undefined && !isStarting;
  if (isCounted && run.total === 0) return <NothingFound search={search} onBack={back} />;

  const openIndex = edges?.findIndex((edge) => edge.id === openId) ?? -1;
  const open = openIndex === -1 ? undefined : edges?.[openIndex];
  const filter = narrowing
    ? (path: string, value: unknown, type: FilterColumnType | undefined, isNegated: boolean) =>
        narrowing.addCondition(conditionFor(path, value, type, isNegated))
    : undefined;
  const panel = open && (
    <EventPanel
      edge={open}
      isInSheet={isNarrow}
      fields={fields}
      onClose={() => (isNarrow ? setWhole(false) : setOpenId(undefined))}
      onStep={(step) => setOpenId(edges?.[openIndex + step]?.id ?? open.id)}
      onAddColumn={columns.add}
      narrowing={narrowing}
    />
  );
  const summary = (
    <ErrorBoundary>
      <ColumnSummary
        queryId={queryId}
        shown={columns.columns}
        fields={summaryFields(info, fields, columns.columns)}
        first={isText ? undefined : run.summary}
        onAddColumn={columns.add}
        onRemoveColumn={columns.remove}
        onFilter={filter}
      />
    </ErrorBoundary>
  );
  function turnTo(next: 'results' | 'fields' | 'visualizations') {
    if (next !== 'visualizations') setTab(next);
    const view = next === 'visualizations' ? next : 'results';
    if (view !== search.view) search.changeView(view);
  }
  const openEdge = (edge: ResultEdge) => setOpenId(edge.id === openId ? undefined : edge.id);
  const showsChart = search.view === 'visualizations';
  const logTypes = (timeline?.series ?? []).map(({ name }) => name).filter((name) => name.includes('.'));
  const hasTime = info === undefined || (info.order.includes('p_event_time') && hasScope);
  return (
    <FindingsProvider searchId={queryId} pages={run.pages}>
      {!showsChart && (timeline === undefined || timeline.times.length > 0) && (
        <Timeline
          data={shown.timeline}
          isOld={shown.isOldTimeline}
          elapsedMs={edges ? run.elapsedMs : undefined}
          isAllTime={!isText && form.time.kind === 'preset' && form.time.id === 'AllTime'}
          colors={colors}
          histogram={histogram}
          onZoom={zoom}
          onBack={back}
          shortTitle={isNarrow ? `${timeLabel(form.time, zone)}, ${zone}` : undefined}
        />
      )}
      <Tabs
        label="Result views"
        items={[
          { id: 'results', label: 'Results', ...(isCounted ? { count: run.total } : {}) },
          ...(isNarrow ? [{ id: 'fields' as const, label: 'Fields', count: info?.order.length }] : []),
          { id: 'visualizations', label: 'Visualizations' },
        ]}
        value={showsChart ? 'visualizations' : isNarrow ? tab : 'results'}
        onChange={turnTo}
        trailing={
          isLate ? (
            <RunningProgress progress={run.progress} statuses={search.statuses} />
          ) : showsChart ? (
            !isNarrow && run.chartRows && <ChartFacts run={run} />
          ) : (
            !isNarrow &&
            edges && (
              <span className={styles.facts}>
                <DisplayModeSwitch display={display} />
                <SchemaButton logTypes={logTypes} />
                <ResultColumnMenu columns={columns} />
              </span>
            )
          )
        }
      />
      {showsChart && (
        <ErrorBoundary>
          <Visualizations
            search={search}
            results={results}
            fields={summaryFields(info, fields, columns.columns).map((field) => field.path)}
            isNarrow={isNarrow}
          />
        </ErrorBoundary>
      )}
      {!showsChart && (
        <div className={styles.results}>
          {!isNarrow && <div className={styles.left}>{summary}</div>}
          {isNarrow && tab === 'fields' ? (
            <div className={styles.fieldsTab}>
              <div className={styles.narrowTools}>
                <SchemaButton logTypes={logTypes} />
                <ResultColumnMenu columns={columns} />
              </div>
              {summary}
            </div>
          ) : (
            <div className={styles.middle}>
              <div
                className={cx(styles.rows, shown.isOld && styles.old)}
                aria-busy={shown.isOld || undefined}
              >
                <ResultTable
                  edges={shown.rows?.edges}
                  total={Math.min(run.total, form.limit ?? defaultLimit)}
                  columns={shown.rows?.columns ?? columns}
                  types={shown.rows?.types ?? noTypes}
                  colors={colors}
                  sortDirection={form.sortDirection}
                  onSort={hasTime ? search.sort : undefined}
                  activeId={openId}
                  onOpen={openEdge}
                  onCursor={(edge) => openId !== undefined && setOpenId(edge.id)}
                  onEndReached={() => void run.loadMore()}
                  isLoadingMore={run.isLoadingMore}
                  fields={fields}
                  narrowing={narrowing}
                  displayMode={display.mode}
                  onWhole={() => setWhole(true)}
                />
              </div>
              {edges && (
                <ResultFooter
                  loaded={edges.length}
                  total={run.total}
                  limit={form.limit ?? defaultLimit}
                  bytesScanned={run.bytesScanned}
                  elapsedMs={run.elapsedMs}
                  onRaiseLimit={(limit) => void search.start({ limit })}
                />
              )}
            </div>
          )}
          {panel && !isNarrow && <div className={styles.right}>{panel}</div>}
        </div>
      )}
      {isNarrow && (
        <SideSheet
          isOpen={panel !== undefined && isWhole}
          onClose={() => setWhole(false)}
          title={String(open?.node['p_log_type'] ?? 'Row')}
          overlay
        >
          {panel}
        </SideSheet>
      )}
    </FindingsProvider>
  );
}

/** Its address was kept or shared; the rows it had not read yet will not come. */
function CancelledSearch({ onRun }: { onRun: () => void }) {
  return (
    <div className={shared.message} role="status">
      <EmptyState
        title="This search was cancelled"
        action={
          <Button variant="primary" onClick={onRun}>
            Run again
          </Button>
        }
      >
        It has no rows to show.
      </EmptyState>
    </div>
  );
}

function ChartFacts({ run }: { run: Search['run'] }) {
  return (
    <span className={styles.facts}>
      <span>{countOf(run.chartRows?.rows.length ?? 0, 'row')}</span>
      <span>{formatBytes(run.bytesScanned)} scanned</span>
      <span>Query Time {formatDuration(run.elapsedMs)}</span>
    </span>
  );
}

const noTypes: Record<string, unknown> = {};

const findingFields = ['p_rule_id', 'p_alert_id', 'p_alert_severity', 'p_alert_title'];

/** Fields of the rows, those inside their objects, and paths that somebody made columns of. */
function summaryFields(
  info: Results['info'],
  fields: ReturnType<typeof useFilterFields>,
  columns: readonly string[],
): { path: string; type: string }[] {
  if (!info) return [];
  const own = info.order.map((path) => ({ path, type: String(info.types[path] ?? 'json') }));
  const objects = new Set(own.filter((field) => field.type === 'object').map((field) => field.path));
  const inside = fields.filter(
    (field) =>
      field.path.includes('.') &&
      objects.has(field.path.split('.')[0] ?? '') &&
      field.columnType !== 'object',
  );
  const known = new Set([...own, ...inside].map(({ path }) => path));
  // What was found in the events is not in their rows, but has a summary like every field.
  const ofFindings = findingFields.filter(
    (path) => !known.has(path) && fields.some((field) => field.path === path),
  );
  for (const path of ofFindings) known.add(path);
  const made = columns.filter((path) => !known.has(path)).map((path) => ({ path, type: 'json' }));
  return [...own, ...inside, ...ofFindings.map((path) => ({ path, type: 'string' })), ...made];
}

function RunningProgress(props: {
  progress: SearchProgress | undefined;
  statuses: SearchStatuses | undefined;
}) {
  const { readRows = 0, totalRows = 0, elapsedMs = 0 } = props.progress ?? {};
  const step = stepText(props.statuses);
  return (
    <div className={styles.running}>
      <Progress
        label="Search progress"
        share={totalRows > readRows ? readRows / totalRows : null}
        text={progressText(props.progress) ?? step}
        remaining={formatDuration(elapsedMs)}
      />
    </div>
  );
}

/** Which part of the search is on its way. */
export function stepText(statuses: SearchStatuses | undefined): string {
  if (statuses?.timeline === 'running') return 'Counting events';
  if (statuses?.timeline === 'succeeded' && statuses.details !== 'succeeded') return 'Reading rows';
  return 'Waiting for the data lake';
}

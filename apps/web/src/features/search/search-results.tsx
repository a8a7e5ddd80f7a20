import type { FilterColumnType } from '@margay/query';
import { useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { FailedState, Progress } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ColumnSummary } from './column-summary.tsx';
import { conditionFor, narrowed } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { EventPanel } from './event-panel.tsx';
import { NoSearch } from './no-search.tsx';
import { NothingFound } from './nothing-found.tsx';
import type { LakeDatabase, ResultEdge, SearchProgress } from './queries.ts';
import { ResultFooter } from './result-footer.tsx';
import { ResultColumnMenu, ResultTable } from './result-table.tsx';
import { useFilterFields } from './search-bar.tsx';
import { defaultLimit } from './search-form.ts';
import styles from './search.module.css';
import { timeLabel, utcText } from './time-frame.ts';
import { Timeline, useHistogram } from './timeline.tsx';
import type { Results } from './use-results.ts';
import { useIsOverdue } from './use-search-run.ts';
import type { Search } from './use-search.ts';

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
  const [openId, setOpenId] = useState<string>();
  const [tab, setTab] = useState<'results' | 'fields'>('results');
  const isLate = useIsOverdue(isStarting || run.isRunning, progressAfterMs);
  const isSql = form.mode === 'sql';
  const zone = useTimeZone();

  if (refusal) {
    return (
      <div className={styles.message}>
        <FailedState title="The search cannot run" message={refusal.message} />
      </div>
    );
  }
  if (run.failure) {
    return (
      <div className={styles.message}>
        <FailedState title="The search failed" message={failureText(run.failure)} onRetry={run.retry} />
      </div>
    );
  }
  if (queryId === undefined && !isStarting) return <NoSearch isSql={isSql} />;
  const isCounted = run.timeline !== undefined && !isStarting;
  if (isCounted && run.total === 0) return <NothingFound search={search} />;

  const openIndex = edges?.findIndex((edge) => edge.id === openId) ?? -1;
  const open = openIndex === -1 ? undefined : edges?.[openIndex];
  const addCondition = (condition: Condition) =>
    void search.start({ groups: narrowed(form.groups, condition) });
  const filter = (path: string, value: unknown, type: FilterColumnType | undefined, isNegated: boolean) =>
    addCondition(conditionFor(path, value, type, isNegated));
  const setTime = (from: Date, to: Date) =>
    void search.start({ time: { kind: 'custom', startTime: utcText(from), endTime: utcText(to) } });
  const panel = open && (
    <EventPanel
      edge={open}
      isInSheet={isNarrow}
      fields={fields}
      onClose={() => setOpenId(undefined)}
      onStep={(step) => setOpenId(edges?.[openIndex + step]?.id ?? open.id)}
      onAddColumn={columns.add}
      onFilter={isSql ? undefined : addCondition}
      onTime={isSql ? undefined : setTime}
    />
  );
  const summary = (
    <ErrorBoundary>
      <ColumnSummary
        queryId={queryId}
        shown={columns.columns}
        fields={summaryFields(info, fields)}
        first={isSql ? undefined : run.summary}
        onAddColumn={columns.add}
        onRemoveColumn={columns.remove}
        onFilter={isSql ? undefined : filter}
      />
    </ErrorBoundary>
  );
  const openEdge = (edge: ResultEdge) => setOpenId(edge.id === openId ? undefined : edge.id);
  const hasTime = info === undefined || (info.order.includes('p_event_time') && !isSql);
  return (
    <>
      {(timeline === undefined || timeline.times.length > 0) && (
        <Timeline
          data={isStarting ? undefined : timeline}
          elapsedMs={edges ? run.elapsedMs : undefined}
          isAllTime={!isSql && form.time.kind === 'preset' && form.time.id === 'AllTime'}
          colors={colors}
          histogram={histogram}
          onZoom={setTime}
          shortTitle={isNarrow ? `${timeLabel(form.time, zone)}, ${zone}` : undefined}
          canZoom={!isSql}
        />
      )}
      <Tabs
        label="Result views"
        items={[
          { id: 'results', label: 'Results', ...(isCounted ? { count: run.total } : {}) },
          ...(isNarrow ? [{ id: 'fields' as const, label: 'Fields', count: info?.order.length }] : []),
        ]}
        value={isNarrow ? tab : 'results'}
        onChange={setTab}
        trailing={
          isLate ? (
            <RunningProgress progress={run.progress} />
          ) : (
            !isNarrow && edges && <ResultColumnMenu columns={columns} />
          )
        }
      />
      <div className={styles.results}>
        {!isNarrow && <div className={styles.left}>{summary}</div>}
        {isNarrow && tab === 'fields' ? (
          <div className={styles.fieldsTab}>{summary}</div>
        ) : (
          <div className={styles.middle}>
            <ResultTable
              edges={isStarting ? undefined : edges}
              total={Math.min(run.total, form.limit ?? defaultLimit)}
              columns={columns}
              types={info?.types ?? noTypes}
              colors={colors}
              sortDirection={form.sortDirection}
              onSort={hasTime ? search.sort : undefined}
              activeId={openId}
              onOpen={openEdge}
              onCursor={(edge) => openId !== undefined && setOpenId(edge.id)}
              onEndReached={() => void run.loadMore()}
              isLoadingMore={run.isLoadingMore}
            />
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
      {isNarrow && (
        <SideSheet
          isOpen={panel !== undefined}
          onClose={() => setOpenId(undefined)}
          title={String(open?.node['p_log_type'] ?? 'Row')}
          overlay
        >
          {panel}
        </SideSheet>
      )}
    </>
  );
}

const noTypes: Record<string, unknown> = {};

/** Fields of the rows, and those inside their objects. */
function summaryFields(
  info: Results['info'],
  fields: ReturnType<typeof useFilterFields>,
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
  return [...own, ...inside];
}

function RunningProgress({ progress }: { progress: SearchProgress | undefined }) {
  const { readRows = 0, totalRows = 0, elapsedMs = 0 } = progress ?? {};
  return (
    <div className={styles.running}>
      <Progress
        label="Search progress"
        share={totalRows > readRows ? readRows / totalRows : null}
        text={
          totalRows > 0
            ? `${formatCount(readRows)} of ${formatCount(totalRows)} rows read`
            : 'Waiting for the data lake'
        }
        remaining={formatDuration(elapsedMs)}
      />
    </div>
  );
}

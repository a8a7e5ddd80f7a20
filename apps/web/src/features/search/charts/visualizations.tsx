import { useState } from 'react';
import { formatCount } from '../../../lib/format-number.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorBoundary } from '../../../ui/layout/error-boundary.tsx';
import { IconSettings, IconTable } from '../../../ui/icons.ts';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { FailedState, Skeleton } from '../../../ui/layout/states.tsx';
import type { Results } from '../results/use-results.ts';
import type { Search } from '../use-search.ts';
import type { ChartSettings as Settings } from './chart.ts';
import { ChartSettings } from './chart-settings.tsx';
import { ChartTable } from './chart-table.tsx';
import { ChartView } from './chart-view.tsx';
import { chartDataOf, maxPoints } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import styles from './charts.module.css';
import { eventsColumn, useChartSource } from './use-chart-source.ts';
import type { ChartSource } from './use-chart-source.ts';
import { useChartSettings } from './use-chart-settings.ts';

/** A chart of the search with its settings, and the same data as a table. */
export function Visualizations(props: {
  search: Search;
  results: Results;
  /** Paths of the fields of the result. */
  fields: readonly string[];
  isNarrow: boolean;
}) {
  const { search, results, fields, isNarrow } = props;
  const { facts, queryId, run } = search;
  const choice = useChartSettings(queryId, facts);
  const source = useChartSource(search, results, fields, choice.x);
  const kept = choice.settingsOf(source.columns, source.rows?.length ?? 0);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [showsTable, setShowsTable] = useState(false);

  if (source.failure) {
    return (
      <div className={styles.state}>
        <FailedState title="The chart could not be loaded" message={failureText(source.failure)} />
      </div>
    );
  }
  if (!source.rows) {
    return (
      <div className={styles.state} role="status" aria-label="Loading the chart">
        <Skeleton width={260} height={16} />
        <Skeleton height={320} />
      </div>
    );
  }
  if (source.rows.length === 0) return <Nothing title="No Results" text="There are no rows to draw." />;
  if (!kept) {
    return (
      <Nothing
        title="Nothing to draw"
        text="A chart needs a column of numbers. Count or sum up in the query, for instance with count(*) and group by."
      />
    );
  }
  const settings = source.countsEvents ? countingChart(kept, source) : kept;
  const rows =
    source.countsEvents && settings.type === 'number' ? [{ [eventsColumn]: run.total }] : source.rows;
  const data = chartDataOf(rows, settings, source.columns, results.colors);
  const panel = (
    <ChartSettings
      settings={settings}
      columns={source.columns}
      data={data}
      countsEvents={source.countsEvents}
      isSaid={Boolean(facts?.annotations.chart)}
      onChange={choice.change}
    />
  );
  return (
    <div className={styles.visualizations}>
      <section className={styles.main} aria-label="Chart">
        <header className={styles.head}>
          <h2 className={styles.title}>{settings.title || usualTitle(settings)}</h2>
          <span className={styles.notes}>{notesOf(data, source, settings).join(' · ')}</span>
          {settings.type !== 'table' && (
            <Button
              size="xs"
              variant="quiet"
              icon={<IconTable size={14} stroke={1.5} aria-hidden />}
              aria-pressed={showsTable}
              onClick={() => setShowsTable(!showsTable)}
            >
              {showsTable ? 'Hide table' : 'Show table'}
            </Button>
          )}
          {isNarrow && (
            <Button
              size="xs"
              icon={<IconSettings size={14} stroke={1.5} aria-hidden />}
              onClick={() => setSheetOpen(true)}
            >
              Chart
            </Button>
          )}
        </header>
        <Body data={data} settings={settings} source={source} showsTable={showsTable} />
      </section>
      {isNarrow ? (
        <SideSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} title="Chart" overlay>
          {panel}
        </SideSheet>
      ) : (
        panel
      )}
    </div>
  );
}

function Body(props: { data: ChartData; settings: Settings; source: ChartSource; showsTable: boolean }) {
  const { data, settings, source, showsTable } = props;
  const isTime = source.columns.find((column) => column.name === settings.x)?.kind === 'time';
  const table = (
    <ChartTable data={data} label="Data of the chart" xName={settings.x ?? 'row'} isTime={isTime} />
  );
  if (settings.type === 'table') return <div className={styles.table}>{table}</div>;
  return (
    <>
      <div className={styles.chart}>
        <ErrorBoundary>
          <ChartView data={data} settings={settings} columns={source.columns} />
        </ErrorBoundary>
      </div>
      {showsTable && <div className={styles.table}>{table}</div>}
    </>
  );
}

/** Only a course of time is counted by log type too. */
function countingChart(settings: Settings, source: ChartSource): Settings {
  const isTime = source.columns.find((column) => column.name === settings.x)?.kind === 'time';
  return { ...settings, y: [eventsColumn], ...(isTime ? {} : { series: undefined }) };
}

function usualTitle({ type, x, y, series }: Settings): string {
  const what = y.join(', ');
  if (type === 'number') return what;
  return `${what} by ${x ?? 'row'}${series === undefined ? '' : ` and ${series}`}`;
}

/** What is left out, in words. */
function notesOf(data: ChartData, source: ChartSource, settings: Settings): string[] {
  const { groups, points } = data;
  const all = settings.series === undefined ? (source.valueCount ?? groups.all) : groups.all;
  const rowCount = source.rows?.length ?? 0;
  if (settings.type === 'number') return rowCount > 1 && !source.countsEvents ? ['the first row'] : [];
  return [
    ...(points.all > points.shown || source.hasMore
      ? [`first ${formatCount(Math.min(maxPoints, points.shown))} shown`]
      : []),
    ...(all > groups.shown ? [`${formatCount(groups.shown)} of ${formatCount(all)} groups`] : []),
  ];
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.state} role="status">
      <div className={styles.title}>{title}</div>
      <p className={styles.text}>{text}</p>
    </div>
  );
}

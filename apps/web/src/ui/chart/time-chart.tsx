import { lazy, Suspense, useState } from 'react';
import { formatShortCount } from '../../lib/format-number.ts';
import { formatAbsolute } from '../../lib/format-time.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { ErrorBoundary } from '../layout/error-boundary.tsx';
import { Skeleton, VisuallyHidden } from '../layout/states.tsx';
import styles from './chart.module.css';
import { Legend, turned } from './legend.tsx';
import { seriesToken } from './series.ts';
import type { Series } from './series.ts';

// uPlot stays out of the first screen.
const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }));

export interface TimeChartProps {
  /** Accessible name, for instance `Alerts by severity`. */
  label: string;
  /** Areas stand on each other. */
  kind: 'bars' | 'lines' | 'areas';
  /** Start of each bucket, ascending. */
  times: readonly Date[];
  series: readonly Series[];
  /** Px. */
  height?: number;
  /** Drag over a part of the chart. The range covers whole buckets. */
  onBrush?: (from: Date, to: Date) => void;
  /** Enter on a part chosen by keyboard: arrows walk over the buckets, with Shift they choose several. */
  onZoom?: (from: Date, to: Date) => void;
  /** Switch series on and off by the legend. On for more than one series. */
  legend?: boolean;
  /** Axes with grid and ticks; without them only the time line stays. */
  compact?: boolean;
  /** Powers of ten on the value axis. Not for bars and areas. */
  isLogarithmic?: boolean;
  /** Writes a value; short counts when left out. */
  format?: (value: number) => string;
  /** Writes sums in the legend and values in the tooltip, where there is room for all digits. */
  formatSum?: (value: number) => string;
}

/** Stacked bars or lines over time. The data is also there as a table for screen readers. */
export function TimeChart(props: TimeChartProps) {
  const {
    label,
    kind,
    times,
    series,
    height = 160,
    onBrush,
    onZoom,
    legend = series.length > 1,
    compact = false,
    isLogarithmic = false,
    format = formatShortCount,
    formatSum = format,
  } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const coloured = series.map((entry, rank) => ({ ...entry, color: entry.color ?? seriesToken(rank) }));
  const shown = coloured.filter((entry) => !hidden.has(entry.name));
  return (
    <figure className={styles.chart} style={{ margin: 0 }} aria-label={label}>
      {legend && (
        <Legend
          series={coloured}
          hidden={hidden}
          format={formatSum}
          onTurn={(name) => setHidden(turned(hidden, name))}
        />
      )}
      <ErrorBoundary>
        <Suspense fallback={<Skeleton height={height} />}>
          <Plot
            kind={kind}
            times={times}
            series={shown}
            height={height}
            onBrush={onBrush}
            onZoom={onZoom}
            compact={compact}
            isLogarithmic={isLogarithmic}
            format={format}
            formatSum={formatSum}
          />
        </Suspense>
      </ErrorBoundary>
      <ChartTable label={label} times={times} series={coloured} />
    </figure>
  );
}

/** Tables beyond this many buckets help nobody; the totals in the legend stand for them. */
const tableBucketsLimit = 200;

function ChartTable({
  label,
  times,
  series,
}: {
  label: string;
  times: readonly Date[];
  series: readonly Series[];
}) {
  const zone = useTimeZone();
  if (times.length > tableBucketsLimit) return null;
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((entry) => (
              <th key={entry.name} scope="col">
                {entry.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time.getTime()}>
              <th scope="row">{formatAbsolute(time, zone)}</th>
              {series.map((entry) => (
                <td key={entry.name}>{entry.values[index] ?? 'no data'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

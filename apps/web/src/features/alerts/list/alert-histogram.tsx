import { useMemo } from 'react';
import { countOf, formatCount } from '../../../lib/format-number.ts';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { useWindowWidth } from '../../../lib/use-window-width.ts';
import { severitySeries } from '../../../ui/chart/series.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { SeverityGlyph, severityLabels } from '../../../ui/marks/severity.tsx';
import { Skeleton } from '../../../ui/layout/states.tsx';
import styles from '../alerts.module.css';
import { histogramOf, severitiesDown } from './histogram.ts';
import type { AlertListSearch } from './list-search.ts';
import { useHistogram } from './use-histogram.ts';

const chartHeight = 76;
const narrowBelowPx = 768;

export interface AlertHistogramProps {
  search: AlertListSearch;
  onRange: (from: Date, to: Date) => void;
}

/** When the alerts of the list were raised, by severity. Dragging narrows the list to that time. */
export function AlertHistogram({ search, onRange }: AlertHistogramProps) {
  const { data, error } = useHistogram(search);
  const isNarrow = useWindowWidth() < narrowBelowPx;
  const histogram = useMemo(() => data && histogramOf(data.points, data), [data]);
  if (error && !data)
    return (
      <div className={styles.histogram} role="alert">
        <span className={styles.quiet}>The chart could not be loaded. {failureText(error)}</span>
      </div>
    );
  const hidden = data ? data.totalItems - data.points.length : 0;
  return (
    <div className={styles.histogram}>
      <div className={styles.chart}>
        {histogram ? (
          <TimeChart
            label="Alerts by severity over time"
            kind="bars"
            compact
            legend={false}
            height={chartHeight}
            times={histogram.times}
            series={severitySeries(histogram.counts, severityLabels)}
            format={formatCount}
            onBrush={(from, to) => onRange(from, to)}
          />
        ) : (
          <Skeleton height={chartHeight} />
        )}
      </div>
      <div className={styles.figures}>
        {!isNarrow && (
          <div className={styles.figureLine}>
            <span>
              {data && (
                <>
                  <b>{formatCount(data.totalItems)}</b> {data.totalItems === 1 ? 'alert' : 'alerts'}
                </>
              )}
            </span>
            {hidden > 0 && data && (
              <span className={styles.quiet}>{`chart: newest ${countOf(data.points.length, 'alert')}`}</span>
            )}
          </div>
        )}
        <ul className={styles.bySeverity}>
          {severitiesDown.map((severity) => (
            <li key={severity}>
              <SeverityGlyph severity={severity} />
              {histogram ? formatCount(histogram.totals[severity]) : '–'}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

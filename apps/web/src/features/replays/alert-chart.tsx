import type { CSSProperties } from 'react';
import type { Severity } from '@margay/model';
import { formatCount } from '../../lib/format-number.ts';
import { formatAbsolute, formatPickerTime } from '../../lib/format-time.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { VisuallyHidden } from '../../ui/layout/states.tsx';
import { changeLabels } from './alert-changes.tsx';
import type { ComparedAlert, ReplaySlice } from './replay-types.ts';
import styles from './replays.module.css';

const fills: Record<Severity, string> = {
  INFO: 'var(--mg-info-sev-fill)',
  LOW: 'var(--mg-low-fill)',
  MEDIUM: 'var(--mg-medium-fill)',
  HIGH: 'var(--mg-high-fill)',
  CRITICAL: 'var(--mg-critical-fill)',
};
/** More pins than this would cover each other: they become lines. */
const mostHeads = 40;

export interface AlertChartProps {
  startsAt: Date;
  endsAt: Date;
  slices: readonly ReplaySlice[];
  alerts: readonly ComparedAlert[];
}

/** Where in the window the alerts would have been: pins over bars of the events that may match. */
export function AlertChart({ startsAt, endsAt, slices, alerts }: AlertChartProps) {
  const zone = useTimeZone();
  const lengthMs = Math.max(1, endsAt.getTime() - startsAt.getTime());
  const placeOf = (at: string) =>
    Math.min(100, Math.max(0, ((Date.parse(at) - startsAt.getTime()) / lengthMs) * 100));
  const most = Math.max(1, ...slices.map((slice) => slice.candidates));
  const width = 100 / Math.max(1, slices.length);
  return (
    <figure className={styles.chart} aria-label="Alerts over the window">
      <div className={styles.plot} data-dense={alerts.length > mostHeads || undefined} aria-hidden>
        {slices.map((slice, index) => (
          <span
            key={slice.startsAt}
            className={styles.bar}
            style={{
              left: `${index * width}%`,
              width: `${width * 0.76}%`,
              height: `${(slice.candidates / most) * 70}%`,
            }}
          />
        ))}
        {alerts.map((alert) => (
          <span
            key={`${alert.change} ${alert.id}`}
            className={styles.pin}
            data-change={alert.change ?? 'same'}
            title={`${alert.change ? `${changeLabels[alert.change]}: ` : ''}${alert.title}, ${formatAbsolute(new Date(alert.createdAt), zone)}`}
            style={
              {
                left: `${placeOf(alert.createdAt)}%`,
                '--pin': alert.change === 'gone' ? 'var(--mg-warning)' : fills[alert.severity],
              } as CSSProperties /* React's type knows no custom properties */
            }
          >
            <i>{alert.change === 'new' ? '+' : alert.change === 'gone' ? '−' : ''}</i>
          </span>
        ))}
      </div>
      <div className={styles.axis} aria-hidden>
        <span>{formatPickerTime(startsAt, zone)}</span>
        <span>{formatPickerTime(endsAt, zone)}</span>
      </div>
      {slices.length > 0 && (
        <VisuallyHidden>
          <table>
            <caption>Slices of the window</caption>
            <thead>
              <tr>
                <th>From</th>
                <th>Events</th>
                <th>May match</th>
                <th>Matches</th>
                <th>Alerts</th>
              </tr>
            </thead>
            <tbody>
              {slices
                .filter((slice) => slice.events > 0)
                .map((slice) => (
                  <tr key={slice.startsAt}>
                    <td>{formatAbsolute(new Date(slice.startsAt), zone)}</td>
                    <td>{formatCount(slice.events)}</td>
                    <td>{formatCount(slice.candidates)}</td>
                    <td>{formatCount(slice.matches)}</td>
                    <td>{formatCount(slice.alerts)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </VisuallyHidden>
      )}
    </figure>
  );
}

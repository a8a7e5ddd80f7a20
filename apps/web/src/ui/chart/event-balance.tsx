import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatAbsolute, formatCompact } from '../../lib/format-time.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { useNow } from '../marks/time.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';
import styles from './chart.module.css';
import { Swatch } from './legend.tsx';

/** received = stored + duplicate + failed + inFlight. */
export interface Balance {
  received: number;
  stored: number;
  duplicate: number;
  failed: number;
  inFlight: number;
}

export interface BalanceMinute extends Balance {
  /** Start of the minute. */
  minute: Date;
}

/** Events received that none of the other figures accounts for. Zero when balanced. */
export function missingFrom(balance: Balance): number {
  return balance.received - balance.stored - balance.duplicate - balance.failed - balance.inFlight;
}

export function sumOf(minutes: readonly Balance[]): Balance {
  const sum: Balance = { received: 0, stored: 0, duplicate: 0, failed: 0, inFlight: 0 };
  for (const minute of minutes) {
    for (const name of ['received', 'stored', 'duplicate', 'failed', 'inFlight'] as const)
      sum[name] += minute[name];
  }
  return sum;
}

export type BalanceState = 'empty' | 'balanced' | 'in-flight' | 'unbalanced';
export function stateOf(balance: Balance): BalanceState {
  if (balance.failed > 0 || missingFrom(balance) !== 0) return 'unbalanced';
  if (balance.inFlight > 0) return 'in-flight';
  return balance.received === 0 ? 'empty' : 'balanced';
}

function equationText(balance: Balance): string {
  const missing = missingFrom(balance);
  const { received, stored, duplicate, failed, inFlight } = balance;
  const sum = `${formatCount(received)} received = ${formatCount(stored)} stored + ${formatCount(duplicate)} duplicate + ${formatCount(failed)} failed + ${formatCount(inFlight)} in flight`;
  return missing === 0 ? sum : `${sum}; ${formatCount(missing)} not accounted for`;
}

const figures = [
  { key: 'received', name: 'Received', color: 'text-3', sign: '=' },
  { key: 'stored', name: 'Stored', color: 'c1', sign: '+' },
  { key: 'duplicate', name: 'Duplicate', color: 'c4', sign: '+' },
  { key: 'failed', name: 'Failed', color: 'danger', sign: '+' },
  { key: 'inFlight', name: 'In flight', color: 'c7', sign: '' },
] as const;

const cellClass: Record<BalanceState, string | undefined> = {
  empty: undefined,
  balanced: styles.balanced,
  'in-flight': styles.inFlight,
  unbalanced: styles.unbalanced,
};

/** The event balance as an equation, and one cell per minute below it. `notes` go under the figures. */
export function EventBalance({
  minutes,
  notes = {},
}: {
  minutes: readonly BalanceMinute[];
  notes?: Partial<Record<keyof Balance, ReactNode>>;
}) {
  const zone = useTimeZone();
  const now = useNow();
  const total = sumOf(minutes);
  const first = minutes[0];
  const last = minutes.at(-1);
  return (
    <div role="group" aria-label={equationText(total)}>
      <div className={styles.equation}>
        {figures.map(({ key, name, color, sign }) => (
          <Fragment key={key}>
            <div className={styles.figure}>
              <div className={styles.figureName}>
                <Swatch color={color} />
                {name}
              </div>
              <div className={styles.figureCount}>{formatCount(total[key])}</div>
              <div className={styles.figureNote}>{notes[key]}</div>
            </div>
            {sign && <span className={styles.sign}>{sign}</span>}
          </Fragment>
        ))}
      </div>
      <div className={styles.cells}>
        {minutes.map((minute) => (
          <Tooltip
            key={minute.minute.getTime()}
            label={`${formatAbsolute(minute.minute, zone)}: ${equationText(minute)}`}
          >
            <span
              className={cx(styles.cell, cellClass[stateOf(minute)])}
              role="img"
              aria-label={`${formatCompact(minute.minute, zone, now)}: ${equationText(minute)}`}
            />
          </Tooltip>
        ))}
      </div>
      {first && last && (
        <div className={styles.ends}>
          <span>{formatCompact(first.minute, zone, now)}</span>
          <span>{formatCompact(last.minute, zone, now)}</span>
        </div>
      )}
    </div>
  );
}

import { formatShortCount } from '../../lib/format-number.ts';
import styles from './chart.module.css';
import { cssColor, totalOf } from './series.ts';
import type { ColouredSeries } from './series.ts';

/** The square in a series' colour. */
export function Swatch({ color }: { color: string }) {
  return <span className={styles.swatch} style={{ background: cssColor(color) }} aria-hidden />;
}

/** Names and totals of the series; each switches its series off and on. */
export function Legend(props: {
  series: readonly ColouredSeries[];
  hidden: ReadonlySet<string>;
  onTurn: (name: string) => void;
  format?: (value: number) => string;
}) {
  const { series, hidden, onTurn, format = formatShortCount } = props;
  return (
    <div className={styles.legend}>
      {series.map((entry) => (
        <button
          key={entry.name}
          type="button"
          className={styles.entry}
          aria-pressed={!hidden.has(entry.name)}
          onClick={() => onTurn(entry.name)}
        >
          <Swatch color={entry.color} />
          <span className={styles.entryName}>{entry.name}</span>
          <span className={styles.total}>{format(totalOf(entry.values))}</span>
        </button>
      ))}
    </div>
  );
}

/** A set of names in which one is switched. */
export function turned(names: ReadonlySet<string>, name: string): Set<string> {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return next;
}

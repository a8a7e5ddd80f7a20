import { useState } from 'react';
import { formatCount, formatShare, formatShortCount } from '../../lib/format-number.ts';
import styles from './chart.module.css';
import { Swatch } from './legend.tsx';
import { arcPath, slicesOf } from './pie.ts';
import type { Slice } from './pie.ts';
import { cssColor } from './series.ts';

/** Px. */
const radius = 100;
const hole = 58;

/** Parts of a whole as a ring, with names, values and shares beside it. At most six slices. */
export function PieChart(props: {
  label: string;
  slices: readonly Slice[];
  /** What the sum of the slices is; `in all` when left out. */
  sumWord?: string;
  format?: (value: number) => string;
}) {
  const { label, sumWord = 'in all', format = formatCount } = props;
  const slices = slicesOf(props.slices);
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const [hovered, setHovered] = useState<string>();
  const focus = slices.find((slice) => slice.name === hovered);
  return (
    <figure className={styles.pie} aria-label={label}>
      <svg
        width={2 * radius}
        height={2 * radius}
        viewBox={`${-radius} ${-radius} ${2 * radius} ${2 * radius}`}
        aria-hidden
      >
        {slices.map((slice, place) => {
          const before = slices.slice(0, place).reduce((sum, { value }) => sum + value, 0);
          return (
            <path
              key={slice.name}
              d={arcPath(radius - 1, hole, before / total, (before + slice.value) / total)}
              fill={cssColor(slice.color)}
              className={styles.slice}
              data-dim={(focus && focus !== slice) || undefined}
              onMouseEnter={() => setHovered(slice.name)}
              onMouseLeave={() => setHovered(undefined)}
            />
          );
        })}
        <text className={styles.pieTotal} textAnchor="middle" y={2}>
          {formatShortCount(focus ? focus.value : total)}
        </text>
        <text className={styles.pieWord} textAnchor="middle" y={20}>
          {focus ? formatShare(focus.value, total) : sumWord}
        </text>
      </svg>
      <ul className={styles.pieList}>
        {slices.map((slice) => (
          <li
            key={slice.name}
            className={styles.pieEntry}
            data-on={focus === slice || undefined}
            onMouseEnter={() => setHovered(slice.name)}
            onMouseLeave={() => setHovered(undefined)}
          >
            <Swatch color={slice.color} />
            <span className={styles.entryName}>{slice.name}</span>
            <span className={styles.total}>{format(slice.value)}</span>
            <span className={styles.pieShare}>{formatShare(slice.value, total)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

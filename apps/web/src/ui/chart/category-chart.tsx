import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { formatShortCount } from '../../lib/format-number.ts';
import { barsOf, labelsThatFit, linesOf, scaleOf } from './category-marks.ts';
import styles from './chart.module.css';
import { Swatch } from './legend.tsx';
import { cssColor } from './series.ts';
import type { ColouredSeries } from './series.ts';
import { useSize } from './use-size.ts';

export interface CategoryChartProps {
  /** Accessible name. */
  label: string;
  kind: 'bar' | 'line' | 'area';
  /** One word for each value of the series. */
  categories: readonly string[];
  /** Shorter words for the axis, where there are some. */
  axisWords?: readonly string[] | undefined;
  series: readonly ColouredSeries[];
  isStacked: boolean;
  isLogarithmic: boolean;
  /** Px. */
  height: number;
  xTitle?: string | undefined;
  yTitle?: string | undefined;
  format?: (value: number) => string;
}

/** Px left of the drawing for the numbers, below it for the words, and around it. */
const axisPx = { left: 52, bottom: 24, top: 8, right: 8 };
const captionPx = 18;

/** Bars, lines or areas over categories, drawn as SVG. Left and right walk over the categories. */
export function CategoryChart(props: CategoryChartProps) {
  const { label, kind, categories, series, isLogarithmic, height, xTitle, yTitle } = props;
  const { format = formatShortCount } = props;
  // Sums of logarithms are no sums: parts of a bar could not be compared.
  const isStacked = props.isStacked && !isLogarithmic && kind !== 'line';
  const { ref, width } = useSize<HTMLDivElement>({ width: 720, height });
  const [at, setAt] = useState<number>();
  const bottom = axisPx.bottom + (xTitle ? captionPx : 0);
  const top = axisPx.top + (yTitle ? captionPx : 0);
  const frame = {
    width: Math.max(40, width - axisPx.left - axisPx.right),
    height: Math.max(40, height - top - bottom),
  };
  const scale = scaleOf(series, { isStacked, isLogarithmic });
  const room = frame.width / Math.max(1, categories.length);
  const yAt = (value: number) => frame.height * (1 - scale.share(value));
  function onKeyDown(event: KeyboardEvent) {
    const last = categories.length - 1;
    const moves: Record<string, number | undefined> = {
      ArrowRight: Math.min(last, (at ?? -1) + 1),
      ArrowLeft: Math.max(0, (at ?? 1) - 1),
      Home: 0,
      End: last,
    };
    if (event.key === 'Escape') setAt(undefined);
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  }
  return (
    <div
      ref={ref}
      className={styles.category}
      role="group"
      aria-label={`${label}. Left and right read the values.`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(undefined)}
      onMouseMove={(event) => {
        const x = event.clientX - event.currentTarget.getBoundingClientRect().left - axisPx.left;
        const index = Math.floor(x / room);
        setAt(index >= 0 && index < categories.length ? index : undefined);
      }}
      onMouseLeave={() => setAt(undefined)}
    >
      <svg width={width} height={height} aria-hidden>
        {yTitle && (
          <text className={styles.caption} x={0} y={12}>
            {yTitle}
          </text>
        )}
        <g transform={`translate(${axisPx.left} ${top})`}>
          {scale.ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.gridLine} x1={0} x2={frame.width} y1={yAt(tick)} y2={yAt(tick)} />
              <text className={styles.axisText} x={-8} y={yAt(tick) + 4} textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {at !== undefined && (
            <rect className={styles.band} x={room * at} y={0} width={room} height={frame.height} />
          )}
          {kind === 'bar' &&
            barsOf(series, frame, scale, isStacked).map((mark) => (
              <rect
                key={`${mark.series} ${mark.index}`}
                className={styles.bar}
                x={mark.x}
                y={mark.y}
                width={mark.width}
                height={mark.height}
                fill={cssColor(series[mark.series]?.color ?? 'c-other')}
              />
            ))}
          {kind !== 'bar' && <Lines {...props} isStacked={isStacked} frame={frame} scale={scale} />}
          <line className={styles.baseLine} x1={0} x2={frame.width} y1={yAt(0)} y2={yAt(0)} />
          {labelsThatFit(props.axisWords ?? categories, frame.width).map(({ index, text, x }) => (
            <text key={index} className={styles.axisText} x={x} y={frame.height + 16} textAnchor="middle">
              {text}
            </text>
          ))}
          {xTitle && (
            <text
              className={styles.caption}
              x={frame.width / 2}
              y={frame.height + axisPx.bottom + 12}
              textAnchor="middle"
            >
              {xTitle}
            </text>
          )}
        </g>
      </svg>
      {at !== undefined && (
        <Tip
          category={categories[at] ?? ''}
          series={series}
          index={at}
          format={format}
          left={axisPx.left + room * (at + 0.5)}
          width={width}
        />
      )}
    </div>
  );
}

function Lines(
  props: CategoryChartProps & {
    frame: { width: number; height: number };
    scale: ReturnType<typeof scaleOf>;
  },
) {
  const { kind, series, frame, scale, isStacked } = props;
  const foot = frame.height * (1 - scale.share(0));
  const all = linesOf(series, frame, scale, isStacked);
  // The tallest sum is drawn first, so that each lower one covers its foot.
  const order = series.map((_, place) => place);
  return (isStacked ? order.toReversed() : order).map((place) => {
    const color = cssColor(series[place]?.color ?? 'c-other');
    return (all[place] ?? []).map((run, part) => {
      const line = run.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L ');
      const [start] = run;
      const end = run.at(-1);
      return (
        <g key={`${place} ${part}`}>
          {kind === 'area' && start && end && (
            <path
              d={`M ${start.x.toFixed(1)} ${foot} L ${line} L ${end.x.toFixed(1)} ${foot} Z`}
              fill={color}
              fillOpacity={isStacked ? 1 : 0.24}
            />
          )}
          <path d={`M ${line}`} fill="none" stroke={color} strokeWidth={1.6} />
          {run.length === 1 && start && <circle cx={start.x} cy={start.y} r={3} fill={color} />}
        </g>
      );
    });
  });
}

function Tip(props: {
  category: string;
  series: readonly ColouredSeries[];
  index: number;
  format: (value: number) => string;
  left: number;
  width: number;
}) {
  const { category, series, index, format, left, width } = props;
  const rows = series
    .map(({ name, color, values }) => ({ name, color, value: values[index] ?? null }))
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
  return (
    <div
      className={styles.tip}
      role="status"
      style={left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <div className={styles.tipTime}>{category}</div>
      {rows.map(({ name, color, value }) => (
        <div key={name} className={styles.tipRow}>
          <Swatch color={color} />
          {name}
          <b>{value === null ? 'no data' : format(value)}</b>
        </div>
      ))}
    </div>
  );
}

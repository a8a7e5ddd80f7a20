import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import { formatAbsolute } from '../../lib/format-time.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';
import { chartTheme } from './chart-theme.ts';
import type { ChartTheme } from './chart-theme.ts';
import styles from './chart.module.css';
import { stack } from './series.ts';
import type { ColouredSeries } from './series.ts';
import { Swatch } from './legend.tsx';
import { VisuallyHidden } from '../layout/states.tsx';
import { tickLabels, timeRange, valueTicks } from './ticks.ts';
import { addTouchBrush } from './touch-brush.ts';
import { useBucketKeys } from './use-bucket-keys.ts';

export interface PlotProps {
  kind: 'bars' | 'lines' | 'areas';
  times: readonly Date[];
  series: readonly ColouredSeries[];
  height: number;
  onBrush: ((from: Date, to: Date) => void) | undefined;
  /** Enter on a part chosen by keyboard, a double click on one chosen by mouse. */
  onZoom: ((from: Date, to: Date) => void) | undefined;
  compact: boolean;
  isLogarithmic: boolean;
  format: (value: number) => string;
  /** In the tooltip and for who listens. */
  formatSum: (value: number) => string;
}

/** A drag shorter than this, in px, is a click. */
const minBrushPx = 4;
const barShare = 0.74;
const maxBarPx = 100;
/** Space for the time line and for the numbers, in px. */
const timeAxisPx = 22;
const valueAxisPx = 44;
/** Room for the half of a time label that hangs over the first and last bar. */
const edgePx = 16;

function drawnSeries(props: PlotProps, theme: ChartTheme): uPlot.Series[] {
  const bars = uPlot.paths.bars?.({ size: [barShare, maxBarPx], align: 1 });
  const lines = props.series.map((entry): uPlot.Series => {
    const color = theme.colorOf(entry.color);
    if (props.kind === 'bars') {
      return {
        label: entry.name,
        fill: color,
        stroke: theme.ground,
        width: 1,
        points: { show: false },
        ...(bars ? { paths: bars } : {}),
      };
    }
    return {
      label: entry.name,
      stroke: color,
      width: 1.6,
      fill: props.kind === 'areas' ? color : `color-mix(in srgb, ${color} 14%, transparent)`,
      points: { show: false },
    };
  });
  // The tallest sum is drawn first, so that each lower one covers its foot.
  return props.kind === 'lines' ? lines : lines.toReversed();
}

function dataOf(props: PlotProps): uPlot.AlignedData {
  const seconds = props.times.map((time) => time.getTime() / 1000);
  if (props.kind === 'lines') return [seconds, ...props.series.map((entry) => [...entry.values])];
  if (props.kind === 'areas') return [seconds, ...stack(props.series).toReversed()];
  // A bar of no height would still draw its edge over the base line.
  const bars = stack(props.series).map((sums) => sums.map((sum) => (sum === 0 ? null : sum)));
  return [seconds, ...bars.toReversed()];
}

/** Whole powers of ten around positive values. */
function logRange(min: number, max: number): [number, number] {
  const floor = 10 ** Math.floor(Math.log10(min > 0 ? min : 1));
  return [floor, Math.max(floor * 10, 10 ** Math.ceil(Math.log10(max > 0 ? max : 1)))];
}

const bases = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
const wholeSteps = [1, 1e3, 1e6, 1e9].flatMap((unit) => bases.map((base) => base * unit));
const fractions = [1e-6, 1e-3].flatMap((unit) => bases.map((base) => base * unit));

/** Counts have whole ticks; shares and other small values have room for fractions. */
const stepsFor = (max: number) => (max < 1 ? fractions : wholeSteps);

const powerOfTen = (value: number) => (Number.isInteger(Math.log10(value)) ? value : null);

function bucketSeconds(times: readonly Date[]): number {
  const [first, second] = times;
  return first && second ? (second.getTime() - first.getTime()) / 1000 : 60;
}

export function Plot(props: PlotProps) {
  const { times, series, height, kind, compact, isLogarithmic, format, formatSum } = props;
  const box = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<{ index: number; left: number; width: number }>();
  const zone = useTimeZone();
  const current = useRef<uPlot>(null);
  const keys = useBucketKeys({ ...props, stepSeconds: bucketSeconds(times) });
  const brush = useEffectEvent((from: number, to: number) => {
    const step = bucketSeconds(times);
    const start = (times[0]?.getTime() ?? 0) / 1000;
    const first = start + Math.floor((from - start) / step) * step;
    const last = Math.max(first + step, start + Math.ceil((to - start) / step) * step);
    props.onBrush?.(new Date(first * 1000), new Date(last * 1000));
  });
  const build = useEffectEvent((element: HTMLDivElement) => {
    const theme = chartTheme(element);
    const step = bucketSeconds(times);
    const axis = { stroke: theme.axis, font: theme.font, ticks: { show: false } };
    const options: uPlot.Options = {
      width: Math.max(1, element.clientWidth),
      height,
      padding: [6, edgePx, 0, compact ? edgePx : null],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: props.onBrush !== undefined, y: false, setScale: false, dist: minBrushPx },
        points: kind === 'bars' ? { show: false } : { size: 7 },
        dataIdx: (plot, _series, index) => {
          const at = plot.posToVal(plot.cursor.left ?? 0, 'x');
          return kind === 'bars'
            ? Math.max(0, Math.min(times.length - 1, Math.floor((at - (plot.data[0][0] ?? 0)) / step)))
            : index;
        },
      },
      scales: {
        x: { time: false, range: () => timeRange(times, kind === 'bars', step) },
        y: isLogarithmic
          ? { distr: 3, range: (_plot, min, max) => logRange(min, max) }
          : { range: (_plot, min, max) => [Math.min(0, min * 1.05), max > 0 ? max * 1.05 : 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          border: { show: true, stroke: theme.base, width: 1 },
          size: timeAxisPx,
          gap: 4,
          splits: (_plot, _axis, min, max) =>
            tickLabels(min, max, element.clientWidth, zone).map((tick) => tick.at),
          values: (_plot, splits) => {
            const ticks = tickLabels(splits[0] ?? 0, splits.at(-1) ?? 0, element.clientWidth, zone, splits);
            return ticks.map((tick) => tick.text);
          },
        },
        {
          ...axis,
          show: !compact,
          grid: { stroke: theme.grid, width: 1 },
          size: valueAxisPx,
          space: Math.max(34, height / 7),
          ...(isLogarithmic
            ? { filter: (_plot: uPlot, splits: number[]) => splits.map(powerOfTen) }
            : {
                incrs: (_plot: uPlot, _axis: number, _min: number, max: number) => stepsFor(max),
                splits: (_plot: uPlot, _axis: number, min: number, max: number, step: number) =>
                  valueTicks(min, max, step, stepsFor(max)),
              }),
          values: (_plot, values) => values.map((value) => (value === null ? '' : format(value))),
        },
      ],
      series: [{}, ...drawnSeries(props, theme)],
      hooks: {
        setSelect: [
          (plot) => {
            if (plot.select.width < minBrushPx) return;
            brush(
              plot.posToVal(plot.select.left, 'x'),
              plot.posToVal(plot.select.left + plot.select.width, 'x'),
            );
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
        setCursor: [
          (plot) => {
            const index = plot.cursor.idxs?.[1] ?? plot.cursor.idx;
            const left = plot.cursor.left ?? -1;
            // Over a part that is being chosen it would stand in the way.
            const isChoosing = plot.select.width > 0;
            setHovered(
              isChoosing || index === null || index === undefined || left < 0
                ? undefined
                : { index, left: left + plot.bbox.left / devicePixelRatio, width: element.clientWidth },
            );
          },
        ],
      },
    };
    const plot = new uPlot(options, dataOf(props), element);
    if (props.onBrush) addTouchBrush(plot, brush);
    return plot;
  });

  // Callers build their arrays anew on each drawing; only other contents need another plot.
  const contents = JSON.stringify([times, series]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let plot = build(element);
    current.current = plot;
    const rebuild = () => {
      plot.destroy();
      plot = build(element);
      current.current = plot;
    };
    const sizes = new ResizeObserver(() => plot.setSize({ width: Math.max(1, element.clientWidth), height }));
    sizes.observe(element);
    const scheme = new MutationObserver(rebuild);
    scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      sizes.disconnect();
      scheme.disconnect();
      plot.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what `build` reads decides when to build again
  }, [contents, kind, height, compact, isLogarithmic, zone]);

  const { range } = keys;
  useEffect(() => {
    const plot = current.current;
    if (!plot || !range) return undefined;
    const left = plot.valToPos(range.from.getTime() / 1000, 'x');
    const width = plot.valToPos(range.to.getTime() / 1000, 'x') - left;
    plot.setSelect({ left, top: 0, width, height: plot.over.clientHeight }, false);
    return () => plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }, [range]);

  const time = hovered && times[hovered.index];
  return (
    <div className={styles.plot}>
      <div
        ref={box}
        style={{ height }}
        onMouseLeave={() => setHovered(undefined)}
        {...(props.onBrush ? keys.attributes : {})}
      />
      {range && (
        <VisuallyHidden>
          <span role="status">
            {formatAbsolute(range.from, zone)} to {formatAbsolute(range.to, zone)}:{' '}
            {series.map((entry) => `${entry.name} ${formatSum(keys.sumOf(entry.values))}`).join(', ')}
          </span>
        </VisuallyHidden>
      )}
      {hovered && time && series.length > 0 && (
        <div
          className={styles.tip}
          style={
            hovered.left > hovered.width / 2
              ? { right: hovered.width - hovered.left + 12 }
              : { left: hovered.left + 12 }
          }
        >
          <div className={styles.tipTime}>{formatAbsolute(time, zone)}</div>
          {series
            .map((entry) => ({ ...entry, value: entry.values[hovered.index] ?? null }))
            .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
            .map((entry) => (
              <div key={entry.name} className={styles.tipRow}>
                <Swatch color={entry.color} />
                {entry.name}
                <b>{entry.value === null ? 'no data' : formatSum(entry.value)}</b>
              </div>
            ))}
        </div>
      )}
    </div>
  );
}

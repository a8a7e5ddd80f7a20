import { stack } from './series.ts';
import type { ColouredSeries } from './series.ts';
import { linearScale, logScale } from './scale.ts';
import type { ValueScale } from './scale.ts';

export interface Mark {
  /** Place of the series and of the category. */
  series: number;
  index: number;
  /** Px from the left edge and from the top of the drawing. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Frame {
  width: number;
  height: number;
}

/** Part of a category's room that is gap. */
const gapShare = 0.26;
const maxBarPx = 100;

export function scaleOf(
  series: readonly ColouredSeries[],
  options: { isStacked: boolean; isLogarithmic: boolean },
): ValueScale {
  const values = options.isStacked ? stackedEnds(series) : series.flatMap((entry) => known(entry.values));
  return options.isLogarithmic ? logScale(values) : linearScale(values);
}

const known = (values: readonly (number | null)[]) =>
  values.filter((value): value is number => value !== null && Number.isFinite(value));

/** Tops of what is above zero and feet of what is below, per category. */
function stackedEnds(series: readonly ColouredSeries[]): number[] {
  const count = series[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const values = known(series.map((entry) => entry.values[index] ?? null));
    const sum = (part: number[]) => part.reduce((total, value) => total + value, 0);
    return [sum(values.filter((value) => value > 0)), sum(values.filter((value) => value < 0))];
  }).flat();
}

/** Bars side by side, or one on the other. */
export function barsOf(
  series: readonly ColouredSeries[],
  { width, height }: Frame,
  scale: ValueScale,
  isStacked: boolean,
): Mark[] {
  const count = series[0]?.values.length ?? 0;
  const room = width / Math.max(1, count);
  const all = Math.min(maxBarPx, room * (1 - gapShare));
  const each = isStacked ? all : all / Math.max(1, series.length);
  const above = new Map<number, number>();
  const below = new Map<number, number>();
  const yAt = (value: number) => height * (1 - scale.share(value));
  return series.flatMap((entry, place) =>
    entry.values.flatMap((value, index): Mark[] => {
      if (value === null || !Number.isFinite(value)) return [];
      const sums = value < 0 ? below : above;
      const foot = isStacked ? (sums.get(index) ?? 0) : 0;
      sums.set(index, foot + value);
      const [y, end] = [yAt(foot), yAt(foot + value)].toSorted((a, b) => a - b);
      const left = room * index + (room - all) / 2 + (isStacked ? 0 : each * place);
      return [{ series: place, index, x: left, y: y!, width: each, height: end! - y! }];
    }),
  );
}

/** Points of lines at the middle of their categories; a gap in the values is a gap in the line. */
export function linesOf(
  series: readonly ColouredSeries[],
  { width, height }: Frame,
  scale: ValueScale,
  isStacked: boolean,
): { x: number; y: number }[][][] {
  const sums = isStacked ? stack(series) : undefined;
  return series.map((entry, place) => {
    const runs: { x: number; y: number }[][] = [[]];
    entry.values.forEach((own, index) => {
      const value = sums ? (sums[place]?.[index] ?? null) : own;
      if (value === null || !Number.isFinite(value)) return runs.push([]);
      const x = (width / entry.values.length) * (index + 0.5);
      return runs.at(-1)!.push({ x, y: height * (1 - scale.share(value)) });
    });
    return runs.filter((run) => run.length > 0);
  });
}

const letterPx = 6.6;
const labelGapPx = 14;
const maxLabel = 18;

/** Labels that fit: every nth, cut where they are long, none beyond the right edge. `x` is the middle of the text in px. */
export function labelsThatFit(
  labels: readonly string[],
  width: number,
): { index: number; text: string; x: number }[] {
  const cut = labels.map((label) => (label.length > maxLabel ? `${label.slice(0, maxLabel - 1)}…` : label));
  const longest = Math.max(1, ...cut.map((label) => label.length));
  const room = width / Math.max(1, labels.length);
  const every = Math.max(1, Math.ceil((longest * letterPx + labelGapPx) / room));
  return cut.flatMap((text, index) => {
    const x = Math.min(room * (index + 0.5), width - (text.length * letterPx) / 2);
    return index % every === 0 ? [{ index, text, x }] : [];
  });
}

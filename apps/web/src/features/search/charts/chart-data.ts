import { valueAt, valueText } from '@margay/kit';
import { seriesToken, totalOf } from '../../../ui/chart/series.ts';
import type { ColouredSeries } from '../../../ui/chart/series.ts';
import { parseTime } from '../../../lib/format-time.ts';
import type { ChartColumn, ChartRow, ChartSettings } from './chart.ts';

/** More points than this are not drawn. */
export const maxPoints = 999;

/** What a chart draws. */
export interface ChartData {
  /** X values as words, one per value of each series. */
  categories: string[];
  /** The same as times, when every X value is one and they ascend. */
  times: Date[] | undefined;
  series: ColouredSeries[];
  /** Groups or categories there are, and how many of them are drawn. */
  groups: { shown: number; all: number };
  /** Points there are, and how many of them are drawn. */
  points: { shown: number; all: number };
}

const emptyWord = 'null';
const wordOf = (value: unknown) => valueText(value) || emptyWord;

/** A number out of a cell: 64-bit numbers arrive as text. */
export function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

interface Point {
  x: string;
  group: string;
  value: number | null;
}

/**
 * The rows as series over categories. Two rows with the same X and group are added up. `colors`: of groups that have
 * one elsewhere on the screen.
 */
export function chartDataOf(
  allRows: readonly ChartRow[],
  chosen: ChartSettings,
  columns: readonly ChartColumn[],
  colors: ReadonlyMap<string, string> = new Map(),
): ChartData {
  // Figures are those of the first row: sums of means would mean nothing.
  const isFigures = chosen.type === 'number';
  const rows = isFigures ? allRows.slice(0, 1) : allRows;
  const settings = isFigures ? { ...chosen, series: undefined } : chosen;
  const { x, series, y, limit, sort } = settings;
  const all = rows.length * Math.max(1, y.length);
  const shownRows = rows.slice(0, Math.max(1, Math.floor(maxPoints / Math.max(1, y.length))));
  const points = shownRows.flatMap((row) =>
    y.map((name): Point => {
      const own = series === undefined ? name : wordOf(valueAt(row, series));
      const group = series !== undefined && y.length > 1 ? `${own}, ${name}` : own;
      return {
        x: x === undefined ? '' : wordOf(valueAt(row, x)),
        group,
        value: numberOf(valueAt(row, name)),
      };
    }),
  );
  const isTime = columns.find((column) => column.name === x)?.kind === 'time';
  const places = sortedPlaces(points, sort, isTime);
  const indexOf = new Map(places.map((place, index) => [place, index]));
  const values = new Map<string, (number | null)[]>();
  for (const { x: place, group, value } of points) {
    const list = values.get(group) ?? places.map(() => null);
    const index = indexOf.get(place) ?? 0;
    if (value !== null) list[index] = (list[index] ?? 0) + value;
    values.set(group, list);
  }
  const ranked = [...values]
    .map(([name, list]) => ({ name, values: list }))
    .toSorted((a, b) => (series === undefined ? 0 : totalOf(b.values) - totalOf(a.values)));
  const drawn = series === undefined ? ranked : ranked.slice(0, limit);
  // Without groups it is the categories that are limited, where they are not a course of time.
  const isLimited = series === undefined && !isTime && settings.type !== 'table';
  const kept = isLimited ? keptPlaces(ranked, limit) : undefined;
  const pick = <T>(list: readonly T[]) => (kept ? kept.map((index) => list[index]!) : [...list]);
  return {
    categories: pick(places),
    times: kept ? undefined : timesOf(places, isTime),
    series: drawn.map((entry, rank) => ({
      name: entry.name,
      values: pick(entry.values),
      color: settings.colors[rank] || colors.get(entry.name) || seriesToken(rank),
    })),
    groups: kept ? { shown: kept.length, all: places.length } : { shown: drawn.length, all: ranked.length },
    points: { shown: points.length, all },
  };
}

/** Places of the largest categories, in the order they are drawn. */
function keptPlaces(series: readonly { values: (number | null)[] }[], limit: number): number[] {
  const count = series[0]?.values.length ?? 0;
  const sums = Array.from({ length: count }, (_, index) =>
    series.reduce((sum, entry) => sum + (entry.values[index] ?? 0), 0),
  );
  const largest = sums
    .map((sum, index) => ({ sum, index }))
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, limit);
  return largest.map(({ index }) => index).toSorted((a, b) => a - b);
}

function sortedPlaces(points: readonly Point[], sort: ChartSettings['sort'], isTime: boolean): string[] {
  const sums = new Map<string, number>();
  for (const { x, value } of points) sums.set(x, (sums.get(x) ?? 0) + (value ?? 0));
  const places = [...sums.keys()];
  const [by, direction] = sort.split(' ');
  const sign = direction === 'descending' ? -1 : 1;
  if (by === 'value') return places.toSorted((a, b) => sign * (sums.get(a)! - sums.get(b)!));
  if (by === 'x') return places.toSorted((a, b) => sign * compareWords(a, b));
  // A course of time is drawn from left to right whatever the order of its rows.
  return isTime ? places.toSorted(compareWords) : places;
}

function compareWords(a: string, b: string): number {
  const [one, other] = [Number(a), Number(b)];
  if (Number.isFinite(one) && Number.isFinite(other)) return one - other;
  return a < b ? -1 : a > b ? 1 : 0;
}

function timesOf(places: readonly string[], isTime: boolean): Date[] | undefined {
  if (!isTime) return undefined;
  const times = places.map((place) => parseTime(place));
  const isAscending = times.every(
    (time, index) => time && (index === 0 || time.getTime() > (times[index - 1]?.getTime() ?? 0)),
  );
  return isAscending ? (times as Date[]) : undefined; // each was seen to be one
}

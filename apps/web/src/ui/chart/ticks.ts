import type { TimeZoneSetting } from '../../lib/format-time.ts';

export interface Tick {
  /** Seconds since 1970. */
  at: number;
  text: string;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  90 * day,
  365 * day,
];
/** A tick with its words needs about this much room. */
const tickPx = 110;

function offsetSeconds(at: number, zone: TimeZoneSetting): number {
  return zone === 'UTC' ? 0 : -new Date(at * 1000).getTimezoneOffset() * minute;
}

/** Ticks at round times of the zone: `09:42` within a day, `Nov 20` at midnight and for steps of days. */
export function tickLabels(
  min: number,
  max: number,
  widthPx: number,
  zone: TimeZoneSetting,
  at?: readonly number[],
): Tick[] {
  const wanted = Math.max(2, Math.floor(widthPx / tickPx));
  const step = steps.find((candidate) => (max - min) / candidate <= wanted) ?? steps.at(-1)!;
  const places = at ?? placesBetween(min, max, step, zone);
  const spacing = at && at.length > 1 ? at[1]! - at[0]! : step;
  return places.map((place) => ({ at: place, text: labelOf(place, spacing, zone) }));
}

function placesBetween(min: number, max: number, step: number, zone: TimeZoneSetting): number[] {
  const offset = offsetSeconds(min, zone);
  const places: number[] = [];
  for (let place = Math.ceil((min + offset) / step) * step - offset; place <= max; place += step)
    places.push(place);
  return places;
}

function labelOf(at: number, step: number, zone: TimeZoneSetting): string {
  const date = new Date(at * 1000);
  const timeZone = zone === 'UTC' ? { timeZone: 'UTC' } : {};
  const isMidnight = (at + offsetSeconds(at, zone)) % day === 0;
  if (step >= day || isMidnight)
    return date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...timeZone });
  return date.toLocaleTimeString('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...timeZone,
  });
}

/** What a time axis shows, in seconds: from the first to the last bucket. One alone has its own width. */
export function timeRange(times: readonly Date[], areBars: boolean, step: number): [number, number] {
  const first = (times[0]?.getTime() ?? 0) / 1000;
  const last = (times.at(-1)?.getTime() ?? 0) / 1000;
  if (areBars) return [first, last + step];
  return first === last ? [first - step / 2, last + step / 2] : [first, last];
}

/** Values at the grid lines: multiples of the step; where it is more than all there is, of the largest step that is not. */
export function valueTicks(min: number, max: number, step: number, steps: readonly number[]): number[] {
  const fitting = step <= max ? step : (steps.findLast((candidate) => candidate <= max) ?? max);
  if (!(fitting > 0)) return [0];
  const first = Math.ceil(min / fitting);
  const count = Math.floor(max / fitting + 1e-9) - first + 1;
  // Sums of binary fractions are not round.
  return Array.from({ length: count }, (_, index) => Number(((first + index) * fitting).toPrecision(12)));
}

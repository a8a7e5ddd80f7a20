import type { TimeZoneSetting } from '../format-time.ts';
import type { Clock } from './clock.ts';

/**
 * A day, or a time on a day that was not said, say less than a moment: what is around them decides. `nextYear` is the
 * same, or the end of the day, a year later where no year was said.
 */
export type TypedMoment =
  | { kind: 'moment'; at: number; readAs: string; nextYear?: number }
  | { kind: 'day'; from: number; to: number; readAs: string; nextYear?: number }
  | { kind: 'clock'; clock: Clock; readAs: string };

/** Where a person stands: the zone of times without one, and the present. */
export interface Reading {
  zone: TimeZoneSetting;
  now: Date;
}

export type Fault = { fault: string };

export const midnight: Clock = { hours: 0, minutes: 0, seconds: 0, milliseconds: 0 };

/** The moment of a date and a time of the day in a zone, in ms since 1970; undefined for days that no month has. */
export function momentAt(
  date: { year: number; month: number; day: number },
  clock: Clock,
  zone: TimeZoneSetting,
): number | undefined {
  const { year, month, day } = date;
  const { hours, minutes, seconds, milliseconds } = clock;
  const isReal = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(isoDay(date));
  if (!isReal) return undefined;
  const parts = [year, month - 1, day, hours, minutes, seconds, milliseconds] as const;
  return zone === 'UTC' ? Date.UTC(...parts) : new Date(...parts).getTime();
}

const isoDay = ({ year, month, day }: { year: number; month: number; day: number }) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** The day of a moment in a zone. */
export function dayIn(at: number, zone: TimeZoneSetting) {
  const date = new Date(at);
  return zone === 'UTC'
    ? { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    : { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

import type { TimeZoneSetting } from '../format-time.ts';
import { readClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { lengthMs, startOfUnit } from './span.ts';

/** A day, or a time on a day that was not said, say less than a moment: what is around them decides. */
export type TypedMoment =
  | { kind: 'moment'; at: number; readAs: string }
  | { kind: 'day'; from: number; to: number; readAs: string }
  | { kind: 'clock'; clock: Clock; readAs: string };

/** Where a person stands: the zone of times without one, and the present. */
export interface Reading {
  zone: TimeZoneSetting;
  now: Date;
}

type Fault = { fault: string };

const dayMs = 86_400_000;
const midnight: Clock = { hours: 0, minutes: 0, seconds: 0, milliseconds: 0 };

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

/** Digits of an epoch time decide its unit: seconds until the year 5138, then ms, µs, ns. */
const epochs = [
  { digits: /^\d{9,11}(?:\.\d+)?$/, perMs: 1 / 1000, readAs: 'epoch seconds' },
  { digits: /^\d{12,14}$/, perMs: 1, readAs: 'epoch milliseconds' },
  { digits: /^\d{15,17}$/, perMs: 1e3, readAs: 'epoch microseconds' },
  { digits: /^\d{18,19}$/, perMs: 1e6, readAs: 'epoch nanoseconds' },
] as const;

function readEpoch(text: string): TypedMoment | undefined {
  const epoch = epochs.find(({ digits }) => digits.test(text));
  return epoch && { kind: 'moment', at: Math.floor(Number(text) / epoch.perMs), readAs: epoch.readAs };
}

const isoShape = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[T ]|, )\s*(.+?)\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
const pickerShape = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(.+?)\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** `Z`, `+01:00`, `-0500` in ms; undefined where none is written. */
function offsetMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parts = /^([+-])(\d\d):?(\d\d)?$/.exec(text);
  if (!parts) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return (parts[1] === '-' ? -1 : 1) * minutes * 60_000;
}

function readDated(text: string, { zone }: Reading): TypedMoment | Fault | undefined {
  const iso = isoShape.exec(text);
  const picked = iso ? undefined : pickerShape.exec(text);
  const parts = iso ?? picked;
  if (!parts) return undefined;
  const [, first, second, third, time, zoneText] = parts;
  const date = iso
    ? { year: Number(first), month: Number(second), day: Number(third) }
    : { year: Number(third), month: Number(first), day: Number(second) };
  const clock = time === undefined ? midnight : readClock(time);
  if (clock === undefined) return { fault: `"${time}" is not a time of the day` };
  if ('fault' in clock) return clock;
  const offset = offsetMs(zoneText);
  const at = momentAt(date, clock, offset === undefined ? zone : 'UTC');
  if (at === undefined) return { fault: `"${text.slice(0, 10)}" is not a date: there is no such day` };
  const readAs = iso ? 'ISO time' : 'month/day/year';
  if (time === undefined) {
    const next = new Date(Date.UTC(date.year, date.month - 1, date.day) + dayMs);
    const after = dayIn(next.getTime(), 'UTC');
    return { kind: 'day', from: at, to: momentAt(after, midnight, zone) ?? at + dayMs, readAs };
  }
  return { kind: 'moment', at: at - (offset ?? 0), readAs };
}

const nowShape = /^now(?:\s*([+-])\s*(\d+)\s*([a-zµ]+))?(?:\s*\/\s*([a-z]+))?$/i;

function readNow(text: string, { zone, now }: Reading): TypedMoment | Fault | undefined {
  const parts = nowShape.exec(text);
  if (!parts) return undefined;
  const [, sign, count, unit, rounded] = parts;
  const length = unit === undefined ? 0 : lengthMs(Number(count), unit);
  if (length === undefined) return { fault: `"${unit}" is not a unit of time: s, m, h, d and w are` };
  const at = now.getTime() + (sign === '+' ? length : -length);
  const start = rounded === undefined ? at : startOfUnit(at, rounded, zone);
  if (start === undefined) return { fault: `"${rounded}" is not a unit of time: m, h and d are` };
  return { kind: 'moment', at: start, readAs: 'relative to now' };
}

/** One end of a range, as people type or paste it. Undefined where it is no time in any notation. */
export function readMoment(text: string, reading: Reading): TypedMoment | Fault | undefined {
  const trimmed = text
    .trim()
    .replace(/^["'[(]+|["'\])]+$/g, '')
    .trim();
  const found =
    readNow(trimmed, reading) ??
    readEpoch(trimmed) ??
    readDay(trimmed, reading) ??
    readDated(trimmed, reading);
  if (found) return found;
  const clock = readClock(trimmed);
  if (clock === undefined) return undefined;
  return 'fault' in clock ? clock : { kind: 'clock', clock, readAs: 'time of the day' };
}

function readDay(text: string, { zone, now }: Reading): TypedMoment | undefined {
  const back = ['today', 'yesterday'].indexOf(text.toLowerCase());
  if (back === -1) return undefined;
  const { year, month, day } = dayIn(now.getTime(), zone);
  const start = (days: number) => {
    const date = dayIn(Date.UTC(year, month - 1, day - days), 'UTC');
    return momentAt(date, midnight, zone) ?? 0;
  };
  return { kind: 'day', from: start(back), to: start(back - 1), readAs: 'a day' };
}

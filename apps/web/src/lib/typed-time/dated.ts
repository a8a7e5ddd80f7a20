import { readClock } from './clock.ts';
import { dayIn, midnight, momentAt } from './calendar.ts';
import type { Fault, Reading, TypedMoment } from './calendar.ts';

interface Day {
  year: number;
  month: number;
  day: number;
}

const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?`;
const monthName = String.raw`(?<name>[a-z]{3,9})\.?`;
const day = String.raw`(?<day>\d{1,2})`;
const year = String.raw`(?<year>(?:19|2[01])\d\d)`;
const rest = String.raw`(?:,?\s+(?<rest>.+))?`;
const shape = (...parts: string[]) => new RegExp(`^${parts.join('')}$`, 'i');

/** Dates as people and programs write them, the surest first. `rest` is the time of the day with its zone. */
const shapes: readonly { shape: RegExp; readAs: string }[] = [
  {
    shape: /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:(?:[T ]|, )\s*(?<rest>.+))?$/i,
    readAs: 'ISO time',
  },
  {
    shape: /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:[ ,]+(?<rest>.+))?$/,
    readAs: 'month/day/year',
  },
  {
    shape: /^(?<day>\d{1,2})\/(?<name>[a-z]{3})\/(?<year>\d{4})(?:[: ](?<rest>.+))?$/i,
    readAs: 'time of a web server',
  },
  { shape: shape(weekday, day, '[ -]', monthName, '[ -]', year, rest), readAs: 'day, month and year' },
  {
    shape: shape(weekday, monthName, String.raw`\s+`, day, String.raw`,?\s+`, year, rest),
    readAs: 'month, day and year',
  },
  {
    shape: shape(weekday, monthName, String.raw`\s+`, day, String.raw`\s+(?<rest>\S+)\s+`, year),
    readAs: 'month, day, time and year',
  },
  { shape: shape(weekday, monthName, String.raw`\s+`, day, rest), readAs: 'date without a year, the newest' },
];

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** 1 to 12, of a name or its first letters; 0 for none. */
const monthNamed = (name: string) => months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

const zoned = /^(.+?)\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** `Z`, `+01:00`, `-0500` in ms; undefined where none is written. */
function offsetMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parts = /^([+-])(\d\d):?(\d\d)?$/.exec(text);
  if (!parts) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return (parts[1] === '-' ? -1 : 1) * minutes * 60_000;
}

/** What to write for a time of the day with the letters of a zone: the same letters stand for several. */
export function zoneFault(text: string): Fault | undefined {
  const [, time = '', letters] = /^(.+?)\s*\b([a-z]{3,5})$/i.exec(text) ?? [];
  if (letters === undefined || readClock(time) === undefined) return undefined;
  return {
    fault: `The zone "${letters}" is ambiguous: write Z for UTC, or an offset such as -05:00`,
  };
}

/**
 * A date, mostly with a time of the day: ISO, `11/25/2026 20:00`, `25/Nov/2026:20:00:00 +0000`, RFC 1123,
 * `Nov 25 2026 20:00`, or without a year, as syslog has it: then it is the newest that is past.
 */
export function readDated(text: string, { zone, now }: Reading): TypedMoment | Fault | undefined {
  for (const { shape, readAs } of shapes) {
    const said = shape.exec(text)?.groups;
    if (!said) continue;
    const month = said['name'] === undefined ? Number(said['month']) : monthNamed(said['name']);
    // Words that look like one are none.
    if (said['name'] !== undefined && month === 0) continue;
    const time = said['rest'];
    const [, clockText = '', zoneText] = zoned.exec(time ?? '') ?? [];
    const clock = time === undefined ? midnight : readClock(clockText);
    if (clock === undefined) return zoneFault(time ?? '') ?? { fault: `"${time}" is not a time of the day` };
    if ('fault' in clock) return clock;
    const offset = offsetMs(zoneText);
    const startOf = (date: Day) => {
      const at = momentAt(date, clock, offset === undefined ? zone : 'UTC');
      return at === undefined ? undefined : at - (offset ?? 0);
    };
    const inYear = (year: number): Day => ({ year, month, day: Number(said['day']) });
    const date =
      said['year'] === undefined ? newest(inYear, startOf, now, zone) : inYear(Number(said['year']));
    const at = date && startOf(date);
    if (!date || at === undefined)
      return {
        fault: `"${time === undefined ? text : text.slice(0, -time.length - 1)}" is not a date: there is no such day`,
      };
    const next = said['year'] === undefined ? inYear(date.year + 1) : undefined;
    const endOf = (date: Day) => momentAt(dayAfter(date), midnight, zone);
    const nextYear = next && (time === undefined ? endOf(next) : startOf(next));
    const later = nextYear === undefined ? {} : { nextYear };
    if (time !== undefined) return { kind: 'moment', at, readAs, ...later };
    return { kind: 'day', from: at, to: endOf(date) ?? at, readAs, ...later };
  }
  return undefined;
}

/** How far back a day is looked for that not every year has. */
const leapYears = 8;

function newest(
  inYear: (year: number) => Day,
  startOf: (date: Day) => number | undefined,
  now: Date,
  zone: Reading['zone'],
): Day | undefined {
  // Where another zone is written, its new year may have begun.
  const { year } = dayIn(now.getTime(), zone);
  for (let back = -1; back <= leapYears; back += 1) {
    const date = inYear(year - back);
    const at = startOf(date);
    if (at !== undefined && at <= now.getTime()) return date;
  }
  return undefined;
}

const dayAfter = ({ year, month, day }: Day): Day => dayIn(Date.UTC(year, month - 1, day + 1), 'UTC');

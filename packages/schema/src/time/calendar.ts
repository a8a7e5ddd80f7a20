import { dayNumber } from './civil.ts';
import { secondsOf } from './rfc3339.ts';

/** What a format's directives found in a text. Unset parts are -1, so that the object keeps one shape. */
export interface CalendarParts {
  century: number;
  year: number;
  twoDigitYear: number;
  month: number;
  day: number;
  dayOfYear: number;
  hour: number;
  hour12: number;
  /** 0 AM, 1 PM. */
  half: number;
  minute: number;
  second: number;
  nanos: number;
  /** Seconds east of UTC. */
  offset: number;
  /** `%s`: seconds since 1970, which decides alone. */
  unix: number;
}

export function emptyParts(): CalendarParts {
  return {
    century: -1,
    year: -1,
    twoDigitYear: -1,
    month: -1,
    day: -1,
    dayOfYear: -1,
    hour: 0,
    hour12: -1,
    half: -1,
    minute: 0,
    second: 0,
    nanos: 0,
    offset: 0,
    unix: Number.NaN,
  };
}

/**
 * Seconds since 1970, or undefined when the parts name no moment. Without a year the latest year is taken that
 * puts the moment at most one day after `nowSeconds`; without any date, that day.
 */
export function secondsOfParts(parts: CalendarParts, nowSeconds: number): number | undefined {
  if (!Number.isNaN(parts.unix)) return parts.unix;
  const hour = hourOf(parts);
  if (hour === undefined) return undefined;
  const year = yearOf(parts);
  if (year !== undefined) return inYear(parts, year, hour);
  const thisYear = new Date(nowSeconds * 1000).getUTCFullYear();
  if (parts.month < 0 && parts.day < 0 && parts.dayOfYear < 0) return today(parts, hour, nowSeconds);
  // Eight years back reaches a leap year even across a century without one.
  for (let candidate = thisYear + 1; candidate >= thisYear - 8; candidate--) {
    const seconds = inYear(parts, candidate, hour);
    if (seconds !== undefined && seconds <= nowSeconds + 86_400) return seconds;
  }
  return undefined;
}

function hourOf(parts: CalendarParts): number | undefined {
  if (parts.hour12 < 0) return parts.hour;
  if (parts.hour12 < 1 || parts.hour12 > 12) return undefined;
  return (parts.hour12 % 12) + (parts.half === 1 ? 12 : 0);
}

function yearOf(parts: CalendarParts): number | undefined {
  if (parts.year >= 0) return parts.year;
  if (parts.twoDigitYear < 0) return undefined;
  if (parts.century >= 0) return parts.century * 100 + parts.twoDigitYear;
  return parts.twoDigitYear + (parts.twoDigitYear >= 69 ? 1900 : 2000);
}

function inYear(parts: CalendarParts, year: number, hour: number): number | undefined {
  if (year < 1) return undefined;
  if (parts.dayOfYear >= 0 && parts.month < 0) {
    if (parts.dayOfYear < 1 || parts.dayOfYear > dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1)) {
      return undefined;
    }
    const firstDay = secondsOf(year, 1, 1, hour, parts.minute, parts.second);
    return firstDay === undefined ? undefined : firstDay + (parts.dayOfYear - 1) * 86_400 - parts.offset;
  }
  const month = parts.month < 0 ? 1 : parts.month;
  const day = parts.day < 0 ? 1 : parts.day;
  const seconds = secondsOf(year, month, day, hour, parts.minute, parts.second);
  return seconds === undefined ? undefined : seconds - parts.offset;
}

function today(parts: CalendarParts, hour: number, nowSeconds: number): number | undefined {
  if (hour > 23 || parts.minute > 59 || parts.second > 60) return undefined;
  const midnight = Math.floor(nowSeconds / 86_400) * 86_400;
  return midnight + hour * 3600 + parts.minute * 60 + parts.second - parts.offset;
}

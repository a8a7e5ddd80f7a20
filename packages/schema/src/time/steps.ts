import type { CalendarParts } from './calendar.ts';

/** One piece of a compiled time format: reads at a position, returns the position after it, or -1. */
export type Step = (text: string, at: number, parts: CalendarParts) => number;

const monthsShort = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthsLong = [
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
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const weekdaysLong = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

type NumberPart = Exclude<keyof CalendarParts, 'unix' | 'nanos' | 'offset'>;

/** One to `most` digits (at least `least`). */
export function digits(part: NumberPart | undefined, most: number, least = 1): Step {
  return (text, at, parts) => {
    let value = 0;
    let end = at;
    while (end < text.length && end - at < most) {
      const digit = text.charCodeAt(end) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      end++;
    }
    if (end - at < least) return -1;
    if (part !== undefined) parts[part] = value;
    return end;
  };
}

/** Digits that may stand behind blanks instead of leading zeros. */
export function padded(part: NumberPart, most: number): Step {
  const read = digits(part, most);
  return (text, at, parts) => read(text, blanks(text, at), parts);
}

export function literal(expected: string): Step {
  return (text, at) => (text.startsWith(expected, at) ? at + expected.length : -1);
}

/** One blank or more. */
export const space: Step = (text, at) => {
  const end = blanks(text, at);
  return end === at ? -1 : end;
};

export function blanks(text: string, at: number): number {
  let end = at;
  while (end < text.length && isBlank(text.charCodeAt(end))) end++;
  return end;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Digits after the point, scaled to nanoseconds; at most nine count, `least` are needed. */
export function fraction(most: number, least = 1): Step {
  return (text, at, parts) => {
    let nanos = 0;
    let end = at;
    while (end < text.length && end - at < most) {
      const digit = text.charCodeAt(end) - 48;
      if (digit < 0 || digit > 9) break;
      nanos = nanos * 10 + digit;
      end++;
    }
    if (end - at < least) return -1;
    parts.nanos = nanos * 10 ** (9 - (end - at));
    return end;
  };
}

export const monthName: Step = (text, at, parts) => {
  const index = monthsShort.indexOf(text.slice(at, at + 3).toLowerCase());
  if (index < 0) return -1;
  parts.month = index + 1;
  const long = monthsLong[index]!;
  return text.slice(at, at + long.length).toLowerCase() === long ? at + long.length : at + 3;
};

export const weekdayName: Step = (text, at) => {
  const index = weekdays.indexOf(text.slice(at, at + 3).toLowerCase());
  if (index < 0) return -1;
  const long = weekdaysLong[index]!;
  return text.slice(at, at + long.length).toLowerCase() === long ? at + long.length : at + 3;
};

export const half: Step = (text, at, parts) => {
  const mark = text.slice(at, at + 2).toLowerCase();
  if (mark !== 'am' && mark !== 'pm') return -1;
  parts.half = mark === 'pm' ? 1 : 0;
  return at + 2;
};

const unixForm = /-?\d{1,12}/y;
export const unixSeconds: Step = (text, at, parts) => {
  unixForm.lastIndex = at;
  const match = unixForm.exec(text);
  if (match === null) return -1;
  parts.unix = Number(match[0]);
  return unixForm.lastIndex;
};

const offsetForm = /([+-])(\d\d):?(\d\d)?(?::?(\d\d))?/y;
/** `Z`, `+hh`, `+hhmm`, `+hh:mm`. */
export const zoneOffset: Step = (text, at, parts) => {
  const letter = text.charCodeAt(at);
  if (letter === 90 || letter === 122) {
    parts.offset = 0;
    return at + 1;
  }
  offsetForm.lastIndex = at;
  const match = offsetForm.exec(text);
  if (match === null) return -1;
  const minutes = Number(match[3] ?? 0);
  if (Number(match[2]) > 23 || minutes > 59) return -1;
  const seconds = Number(match[2]) * 3600 + minutes * 60 + Number(match[4] ?? 0);
  parts.offset = match[1] === '-' ? -seconds : seconds;
  return offsetForm.lastIndex;
};

const hoursOf: Record<string, number> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
  BST: 1,
  JST: 9,
  IST: 5.5,
};

const nameForm = /[A-Za-z]{1,6}/y;
/** A zone abbreviation. Those not in the table count as UTC. */
export const zoneName: Step = (text, at, parts) => {
  nameForm.lastIndex = at;
  const match = nameForm.exec(text);
  if (match === null) return -1;
  parts.offset = (hoursOf[match[0].toUpperCase()] ?? 0) * 3600;
  return nameForm.lastIndex;
};

/** Runs the steps over the whole text; undefined when one fails or something is left over. */
export function runSteps(
  steps: readonly Step[],
  text: string,
  parts: CalendarParts,
): CalendarParts | undefined {
  let at = 0;
  for (const step of steps) {
    at = step(text, at, parts);
    if (at < 0) return undefined;
  }
  return at === text.length ? parts : undefined;
}

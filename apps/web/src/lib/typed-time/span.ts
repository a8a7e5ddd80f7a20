import type { RelativeUnit } from '@margay/query';
import type { TimeZoneSetting } from '../format-time.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Words of units, and their length. A month has 30 days and a year 360, as in the time frames. */
const units: readonly { words: readonly string[]; ms: number; relative?: RelativeUnit }[] = [
  { words: ['s', 'sec', 'secs', 'second', 'seconds'], ms: second },
  { words: ['m', 'min', 'mins', 'minute', 'minutes'], ms: minute, relative: 'minutes' },
  { words: ['h', 'hr', 'hrs', 'hour', 'hours'], ms: hour, relative: 'hours' },
  { words: ['d', 'day', 'days'], ms: day, relative: 'days' },
  { words: ['w', 'wk', 'week', 'weeks'], ms: 7 * day, relative: 'weeks' },
  { words: ['mo', 'month', 'months'], ms: 30 * day, relative: 'months' },
  { words: ['y', 'year', 'years'], ms: 360 * day, relative: 'years' },
];

const mixedUnits = units.filter(({ ms }) => ms <= day).toReversed();

const unitNamed = (word: string) => units.find(({ words }) => words.includes(word.toLowerCase()));

const partShape = /(\d{1,6})\s*([a-zµ]+)\s*/gi;
const lengthShape = /^(?:\d{1,6}\s*[a-zµ]+\s*)+$/i;

/** Of a length such as `3h` or `1h30m`, in ms; undefined for no length at all, a fault for a word that is no unit. */
export function lengthMs(text: string): number | { fault: string } | undefined {
  if (!lengthShape.test(text)) return undefined;
  let length = 0;
  for (const [, count, word = ''] of text.matchAll(partShape)) {
    const unit = unitNamed(word);
    if (!unit) return { fault: `"${word}" is not a unit of time: s, m, h, d and w are` };
    length += Number(count) * unit.ms;
  }
  return length;
}

/** The start of the minute, hour or day of a moment in a zone. */
export function startOfUnit(at: number, word: string, zone: TimeZoneSetting): number | undefined {
  const unit = unitNamed(word);
  if (!unit || unit.ms > day) return undefined;
  const date = new Date(at);
  if (unit.ms === day) {
    if (zone === 'UTC') return Math.floor(at / day) * day;
    return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  }
  const shift = zone === 'UTC' ? 0 : date.getTimezoneOffset() * minute;
  return Math.floor((at - shift) / unit.ms) * unit.ms + shift;
}

const spanShape = /^(?:now\s*-|last|past|-)?\s*(\d.*?)(?:\s+ago)?$/i;

/**
 * A stretch up to now: `15m`, `1h30m`, `now-3h`, `last 7 days`. `relative` is missing where seconds are left, which no
 * relative time has.
 */
export function readSpan(
  text: string,
): { ms: number; relative?: { count: number; unit: RelativeUnit } } | { fault: string } | undefined {
  const [, said = ''] = spanShape.exec(text.trim()) ?? [];
  const ms = lengthMs(said);
  if (ms === undefined || typeof ms === 'object') return undefined;
  if (ms === 0) return { fault: `"${text.trim()}" is no stretch of time: it must be at least 1` };
  const words = [...said.matchAll(partShape)].map(([, , word = '']) => unitNamed(word));
  // As it was said where one unit was, else in the largest that it is a whole number of.
  const unit = words.length === 1 ? words[0] : mixedUnits.find((one) => ms % one.ms === 0);
  return {
    ms,
    ...(unit?.relative === undefined ? {} : { relative: { count: ms / unit.ms, unit: unit.relative } }),
  };
}

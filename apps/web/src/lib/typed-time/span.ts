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

const unitNamed = (word: string) => units.find(({ words }) => words.includes(word.toLowerCase()));

/** Of so many units; undefined for a word that is none. */
export function lengthMs(count: number, unit: string): number | undefined {
  const found = unitNamed(unit);
  return found && count * found.ms;
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

const spanShape = /^(?:now\s*-|last|past|-)?\s*(\d{1,6})\s*([a-z]+)(?:\s+ago)?$/i;

/** A stretch up to now: `15m`, `now-3h`, `last 7 days`. `relative` is missing for seconds, which no relative time has. */
export function readSpan(
  text: string,
): { ms: number; relative?: { count: number; unit: RelativeUnit } } | { fault: string } | undefined {
  const parts = spanShape.exec(text.trim());
  if (!parts) return undefined;
  const [, countText, word = ''] = parts;
  const unit = unitNamed(word);
  if (!unit) return undefined;
  const count = Number(countText);
  if (count < 1) return { fault: `"${text.trim()}" is no stretch of time: it must be at least 1` };
  return {
    ms: count * unit.ms,
    ...(unit.relative === undefined ? {} : { relative: { count, unit: unit.relative } }),
  };
}

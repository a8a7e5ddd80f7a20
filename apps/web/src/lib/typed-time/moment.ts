import { readClock } from './clock.ts';
import { dayIn, midnight, momentAt } from './calendar.ts';
import type { Fault, Reading, TypedMoment } from './calendar.ts';
import { readDated, zoneFault } from './dated.ts';
import { lengthMs, startOfUnit } from './span.ts';

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

const nowShape = /^now(?:\s*([+-])\s*(\d.*?))?(?:\s*\/\s*([a-z]+))?$/i;

function readNow(text: string, { zone, now }: Reading): TypedMoment | Fault | undefined {
  const parts = nowShape.exec(text);
  if (!parts) return undefined;
  const [, sign, lengthText, rounded] = parts;
  const length = lengthText === undefined ? 0 : lengthMs(lengthText);
  if (length === undefined) return undefined;
  if (typeof length === 'object') return length;
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
  const clock = readClock(trimmed) ?? zoneFault(trimmed);
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

import type { RelativeUnit } from '@margay/query';
import { dayIn, momentAt } from './calendar.ts';
import type { Reading, TypedMoment } from './calendar.ts';
import { readMoment } from './moment.ts';
import { readSpan } from './span.ts';

/** What a typed text means: the last so many units (`ms` together), or a range in ms since 1970; or what is wrong. */
export type TypedTime =
  | { kind: 'relative'; count: number; unit: RelativeUnit; ms: number; readAs: string }
  | { kind: 'range'; from: number; to: number; readAs: string }
  | { kind: 'fault'; message: string };

const dayMs = 86_400_000;
const hint = 'Write 15m, now-3h, a date with a time, epoch seconds, or two of them';

/** Between two ends, the surest first. A hyphen without blanks also stands inside of dates, so each is tried. */
const separators = [
  /\r?\n+/g,
  /\t+/g,
  /\s*\.\.+\s*/g,
  /\s+(?:to|until|till)\s+/gi,
  /\s*[–—]\s*/g,
  /\s+-\s+/g,
  /\s*,\s*/g,
  /\//g,
  /-/g,
  /\s+/g,
];

/** A stretch whose end is said, too: it goes on with the clock as it does without. */
const upToNowShape = /^(.+?)(?:\s+(?:to|until|till)\s+|\s*(?:\.\.+|[–—,/])\s*|\s+-\s+|[\r\n\t]+)now$/i;

const fault = (message: string): TypedTime => ({ kind: 'fault', message });

/**
 * Reads a time frame as people type and paste it: `15m`, `now-3h`, `7d`, ISO with or without a zone, epoch times, a time
 * of the day, dates as logs have them, one of them (up to now, or the whole day) or two of them with `to`, `-`, `..`, a
 * comma, a blank or a new line between.
 */
export function readTypedTime(text: string, reading: Reading): TypedTime {
  const trimmed = text.trim();
  if (trimmed === '') return fault(hint);
  const span = readSpan(trimmed);
  if (span) return 'fault' in span ? fault(span.fault) : ofSpan(span, reading);
  const alone = readMoment(trimmed, reading);
  if (alone && !('fault' in alone)) return ofOne(alone, reading);
  const upToNow = upToNowShape.exec(trimmed)?.[1];
  const last = upToNow === undefined ? undefined : readSpan(upToNow);
  if (last && !('fault' in last)) return ofSpan(last, reading);
  let endFault: string | undefined;
  for (const separator of separators) {
    for (const match of trimmed.matchAll(separator)) {
      const before = readEnd(trimmed.slice(0, match.index), reading);
      const after = readEnd(trimmed.slice(match.index + match[0].length), reading);
      if (!before || !after) continue;
      if ('fault' in before) endFault ??= before.fault;
      else if ('fault' in after) endFault ??= after.fault;
      else return ofTwo(before, after, reading);
    }
  }
  return fault(endFault ?? alone?.fault ?? `"${shortened(trimmed)}" is not a time. ${hint}.`);
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** In a range a stretch is a moment too: `3h to 1h` is from three hours ago to one hour ago. */
function readEnd(text: string, reading: Reading): TypedMoment | { fault: string } | undefined {
  const moment = readMoment(text, reading);
  if (moment) return moment;
  const span = readSpan(text);
  if (!span || 'fault' in span) return span;
  return { kind: 'moment', at: reading.now.getTime() - span.ms, readAs: 'relative to now' };
}

function ofSpan(
  { ms, relative }: { ms: number; relative?: { count: number; unit: RelativeUnit } },
  { now }: Reading,
): TypedTime {
  const readAs = 'up to now';
  return relative
    ? { kind: 'relative', ...relative, ms, readAs }
    : { kind: 'range', from: now.getTime() - ms, to: now.getTime(), readAs };
}

/** A day is itself; a moment reaches up to now. A time of the day that is still to come was yesterday's. */
function ofOne(moment: TypedMoment, reading: Reading): TypedTime {
  const now = reading.now.getTime();
  if (moment.kind === 'day') return rangeOf(moment.from, moment.to, moment.readAs);
  let from = atOf(moment, now, reading);
  if (moment.kind === 'clock' && from >= now) from = atOf(moment, now - dayMs, reading);
  if (from >= now) return fault('It lies in the future. Write where it ends, too.');
  return rangeOf(from, now, `${moment.readAs}, up to now`);
}

function ofTwo(first: TypedMoment, second: TypedMoment, reading: Reading): TypedTime {
  const now = reading.now.getTime();
  const readAs = first.readAs === second.readAs ? first.readAs : `${first.readAs} and ${second.readAs}`;
  const secondDay = second.kind === 'day' ? second.to : undefined;
  if (first.kind === 'clock') {
    const to = secondDay ?? atOf(second, now, reading);
    let from = atOf(first, second.kind === 'clock' ? now : to, reading);
    // Over midnight.
    if (from >= to) from = atOf(first, (second.kind === 'clock' ? now : to) - dayMs, reading);
    return rangeOf(from, to, readAs);
  }
  const from = first.kind === 'day' ? first.from : first.at;
  let to = secondDay ?? atOf(second, from, reading);
  if (second.kind === 'clock' && to <= from) to = atOf(second, from + dayMs, reading);
  // The end may be still to come, where the newest past one is of last year.
  if (second.kind !== 'clock' && second.nextYear !== undefined && to <= from) to = second.nextYear;
  return rangeOf(from, to, readAs);
}

/** A moment; a time of the day on the day of `near`. */
function atOf(moment: TypedMoment, near: number, { zone }: Reading): number {
  if (moment.kind === 'moment') return moment.at;
  if (moment.kind === 'day') return moment.from;
  return momentAt(dayIn(near, zone), moment.clock, zone) ?? near;
}

/** What a calendar and the data lake can hold. */
const years = { from: Date.UTC(1970, 0, 1), to: Date.UTC(2200, 0, 1) };

function rangeOf(from: number, to: number, readAs: string): TypedTime {
  if (from >= to) return fault('The end lies before the start');
  if (from < years.from || to > years.to) return fault('Years go from 1970 to 2199');
  return { kind: 'range', from, to, readAs };
}

import { relativeRange, relativeUnits, timeFrames } from '@margay/query';
import type { RelativeUnit } from '@margay/query';
import { formatPickerTime } from '../../../lib/format-time.ts';
import type { TimeZoneSetting } from '../../../lib/format-time.ts';
import { readClock } from '../../../lib/typed-time/clock.ts';
import type { TypedTime } from '../../../lib/typed-time/read-typed-time.ts';

/** Where in time a search looks: a preset by its id, the last N units, or two times (ISO texts in UTC). */
export type TimeChoice =
  | { kind: 'preset'; id: string }
  | { kind: 'relative'; count: number; unit: RelativeUnit }
  | { kind: 'custom'; startTime: string; endTime: string };

export const defaultTime = { kind: 'preset', id: 'Last20Minutes' } as const satisfies TimeChoice;
export const allTime: TimeChoice = { kind: 'preset', id: 'AllTime' };
export const defaultRelative = { count: 5, unit: 'minutes' } as const;

const labels: Record<string, string> = {
  Last20Minutes: 'Last 20 minutes',
  LastHour: 'Last hour',
  Last3Hours: 'Last 3 hours',
  Last6Hours: 'Last 6 hours',
  Last12Hours: 'Last 12 hours',
  Last24Hours: 'Last 24 hours',
  Last3Days: 'Last 3 days',
  LastWeek: 'Last week',
  LastMonth: 'Last month',
  Last3Months: 'Last 3 months',
  Last6Months: 'Last 6 months',
  AllTime: 'All time',
};

export const timePresets = timeFrames.map(({ id }) => ({ id, label: labels[id] ?? id }));

export const isPreset = (id: string): boolean => timePresets.some((preset) => preset.id === id);

/** Words of the relative picker. */
export const unitLabels: Record<RelativeUnit, string> = {
  minutes: 'mins',
  hours: 'hours',
  days: 'days',
  weeks: 'weeks',
  months: 'months',
  years: 'years',
};

export function timeLabel(time: TimeChoice, zone: TimeZoneSetting): string {
  if (time.kind === 'preset') return labels[time.id] ?? 'Choose a time frame';
  if (time.kind === 'relative')
    return `Last ${time.count} ${time.count === 1 ? unitLabels[time.unit].replace(/s$/, '') : unitLabels[time.unit]}`;
  return `${pickerText(time.startTime, zone)} – ${pickerText(time.endTime, zone)}`;
}

function pickerText(iso: string, zone: TimeZoneSetting): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '…' : formatPickerTime(at, zone);
}

/** `2026-11-20T09:31:00Z`: UTC, whole seconds. */
export function utcText(at: Date | number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

export interface TimeParams {
  timeFrame?: string | undefined;
  relativeTime?: string | undefined;
  relativeNumberVal?: number | undefined;
  relativeTimeUnit?: string | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
}

function presetOf(duration: string | undefined): TimeChoice | undefined {
  const frame = timeFrames.find((entry) => entry.duration === duration);
  return frame && { kind: 'preset', id: frame.id };
}

const isDuration = (text: string | undefined) => text?.startsWith('P') ?? false;

/**
 * The choice an address means. A name nobody knows stays as it is, so that the form can ask for another. An ISO duration as start is a preset; a relative start with an end, or an end without a
 * start, clears all time fields.
 */
export function readTime(params: TimeParams): TimeChoice {
  const { timeFrame, relativeTime, relativeNumberVal, relativeTimeUnit, startTime, endTime } = params;
  if (timeFrame === 'relative') {
    const unit = relativeUnits.find((entry) => entry === relativeTimeUnit) ?? defaultRelative.unit;
    return { kind: 'relative', count: Math.max(1, relativeNumberVal ?? defaultRelative.count), unit };
  }
  const start = startTime ?? relativeTime;
  if (timeFrame !== undefined && (isPreset(timeFrame) || (start === undefined && endTime === undefined)))
    return { kind: 'preset', id: timeFrame };
  if (start === undefined || (isDuration(start) && endTime !== undefined)) return defaultTime;
  if (isDuration(start)) return presetOf(start) ?? defaultTime;
  return { kind: 'custom', startTime: start, endTime: endTime ?? '' };
}

/** What the address keeps of a choice; nothing for the default. */
export function writeTime(time: TimeChoice): TimeParams {
  if (time.kind === 'preset') return time.id === 'Last20Minutes' ? {} : { timeFrame: time.id };
  if (time.kind === 'relative')
    return { timeFrame: 'relative', relativeNumberVal: time.count, relativeTimeUnit: time.unit };
  return { startTime: time.startTime || undefined, endTime: time.endTime || undefined };
}

/** The choice as the server takes it. All time has neither start nor end. */
export function requestTime(
  time: TimeChoice,
  now: Date,
): { relativeTime?: string; startTime?: string; endTime?: string } {
  if (time.kind === 'custom')
    return {
      ...(time.startTime === '' ? {} : { startTime: time.startTime }),
      ...(time.endTime === '' ? {} : { endTime: time.endTime }),
    };
  if (time.kind === 'preset') {
    const frame = timeFrames.find((entry) => entry.id === time.id);
    return frame ? { relativeTime: frame.duration } : {};
  }
  const { fromMs, toMs } = relativeRange(time.count, time.unit, now);
  return {
    ...(fromMs === undefined ? {} : { startTime: utcText(fromMs) }),
    ...(toMs === undefined ? {} : { endTime: utcText(toMs) }),
  };
}

/** The range of a choice at a time, as ISO texts in UTC; undefined for all time and for what is not chosen yet. */
export function rangeNow(time: TimeChoice, now: Date): { startTime: string; endTime: string } | undefined {
  const { startTime, endTime } = requestTime(time, now);
  if (startTime && endTime) return { startTime, endTime };
  const length = time.kind === 'preset' ? timeFrames.find(({ id }) => id === time.id)?.lengthMs : undefined;
  return length === undefined
    ? undefined
    : { startTime: utcText(now.getTime() - length), endTime: utcText(now) };
}

/** What was typed, as a choice; the preset where it is as long as one. Undefined where it cannot be read. */
export function choiceOfTyped(typed: TypedTime): TimeChoice | undefined {
  if (typed.kind === 'fault') return undefined;
  if (typed.kind === 'range')
    return { kind: 'custom', startTime: utcText(typed.from), endTime: utcText(typed.to) };
  const { count, unit, ms } = typed;
  const preset = timeFrames.find(({ lengthMs }) => lengthMs === ms);
  return preset ? { kind: 'preset', id: preset.id } : { kind: 'relative', count, unit };
}

const shortUnits: Record<RelativeUnit, string> = {
  minutes: 'm',
  hours: 'h',
  days: 'd',
  weeks: 'w',
  months: 'mo',
  years: 'y',
};
const wholeUnits = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const;

/** A choice as somebody would type it: `15m`, `7d`, two dates with times. Empty for all time. */
export function typedText(time: TimeChoice, zone: TimeZoneSetting): string {
  if (time.kind === 'relative') return `${time.count}${shortUnits[time.unit]}`;
  if (time.kind === 'custom') {
    const ends = [time.startTime, time.endTime].map((iso) => {
      const { date, time: clock } = dateFields(iso, zone);
      return `${date} ${clock}`.trim();
    });
    return ends.filter(Boolean).join(' – ');
  }
  const length = timeFrames.find(({ id }) => id === time.id)?.lengthMs;
  if (length === undefined) return '';
  // A day is said in hours, as its preset is.
  const unit = wholeUnits.find(([name, ms]) => length % ms === 0 && (name !== 'days' || length > ms));
  return unit ? `${length / unit[1]}${shortUnits[unit[0]]}` : '';
}

/** Date and time fields of a moment in a zone; seconds where it has some. Empty for no moment. */
export function dateFields(iso: string, zone: TimeZoneSetting): { date: string; time: string } {
  const at = new Date(iso);
  if (iso === '' || Number.isNaN(at.getTime())) return { date: '', time: '' };
  const shifted = zone === 'UTC' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  const text = shifted.toISOString();
  const clock = text.slice(11, 19);
  return { date: text.slice(0, 10), time: clock.replace(/:00$/, '') };
}

const two = (part: number) => String(part).padStart(2, '0');

/** `930` → `09:30`, `9:30 pm` → `21:30`, `9:30:12` → `09:30:12`; anything else stays. */
export function withColon(time: string): string {
  const clock = readClock(time);
  if (clock === undefined || 'fault' in clock) return time.trim();
  const { hours, minutes, seconds } = clock;
  return [hours, minutes, ...(seconds > 0 ? [seconds] : [])].map(two).join(':');
}

/** What is wrong with a time of the day; undefined where nothing is, and where there is none. */
export function clockFault(time: string): string | undefined {
  if (time.trim() === '') return undefined;
  const clock = readClock(time);
  if (clock === undefined) return `"${time.trim()}" is not a time of the day. Write it as 09:30`;
  return 'fault' in clock ? clock.fault : undefined;
}

/** The moment two fields mean, as ISO text in UTC; midnight without a time. Undefined while it is none. */
export function momentOf(date: string, time: string, zone: TimeZoneSetting): string | undefined {
  if (date === '' || clockFault(time) !== undefined) return undefined;
  const clock = time.trim() === '' ? '00:00' : withColon(time);
  const at = new Date(`${date}T${clock}${zone === 'UTC' ? 'Z' : ''}`);
  return Number.isNaN(at.getTime()) ? undefined : utcText(at);
}

/** Whether a moment lies before one limit or after the other; an empty limit is none. All are ISO texts in UTC. */
export function isOutOfRange(iso: string, min: string, max: string): boolean {
  const at = Date.parse(iso);
  return (min !== '' && at < Date.parse(min)) || (max !== '' && at > Date.parse(max));
}

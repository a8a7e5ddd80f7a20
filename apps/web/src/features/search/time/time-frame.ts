import { relativeRange, relativeUnits, timeFrames } from '@margay/query';
import type { RelativeUnit } from '@margay/query';
import { formatPickerTime } from '../../../lib/format-time.ts';
import type { TimeZoneSetting } from '../../../lib/format-time.ts';

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
  if (time.kind === 'relative') return `Last ${time.count} ${unitLabels[time.unit]}`;
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

/** Date and time fields of a moment in a zone. Empty for no moment. */
export function dateFields(iso: string, zone: TimeZoneSetting): { date: string; time: string } {
  const at = new Date(iso);
  if (iso === '' || Number.isNaN(at.getTime())) return { date: '', time: '' };
  const shifted = zone === 'UTC' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  const text = shifted.toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

const twelveHours = /^(0?[1-9]|1[0-2])(?::?([0-5]\d))?\s*([ap])\.?m\.?$/i;

/** `930` → `09:30`, `9:30 pm` → `21:30`; anything else stays. */
export function withColon(time: string): string {
  const text = time.trim();
  const [, hour, minute = '00', half] = twelveHours.exec(text) ?? [];
  if (hour !== undefined) {
    const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
    return `${String(hours).padStart(2, '0')}:${minute}`;
  }
  const digits = /^(\d{1,2}):?(\d\d)$/.exec(text);
  return digits ? `${digits[1]!.padStart(2, '0')}:${digits[2]}` : text;
}

/** Empty, or hours 00 to 23 (or 1 to 12 with AM or PM) and minutes 00 to 59. */
export function isClockTime(time: string): boolean {
  return time.trim() === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(withColon(time));
}

/** The moment two fields mean, as ISO text in UTC; midnight without a time. Undefined while it is none. */
export function momentOf(date: string, time: string, zone: TimeZoneSetting): string | undefined {
  if (date === '' || !isClockTime(time)) return undefined;
  const clock = time.trim() === '' ? '00:00' : withColon(time);
  const at = new Date(`${date}T${clock}:00${zone === 'UTC' ? 'Z' : ''}`);
  return Number.isNaN(at.getTime()) ? undefined : utcText(at);
}

/** Whether a moment lies before one limit or after the other; an empty limit is none. All are ISO texts in UTC. */
export function isOutOfRange(iso: string, min: string, max: string): boolean {
  const at = Date.parse(iso);
  return (min !== '' && at < Date.parse(min)) || (max !== '' && at > Date.parse(max));
}

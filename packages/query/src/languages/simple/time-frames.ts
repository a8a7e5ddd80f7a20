import type { TimeRange } from '../../ir/relation.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface TimeFrame {
  id: string;
  /** ISO 8601 duration, as requests carry it. */
  duration: string;
  /** Undefined for all time. */
  lengthMs: number | undefined;
}

/** The presets of the time picker, in its order. Months have 30 days. */
export const timeFrames: readonly TimeFrame[] = [
  { id: 'Last20Minutes', duration: 'PT20M', lengthMs: 20 * minute },
  { id: 'LastHour', duration: 'PT1H', lengthMs: hour },
  { id: 'Last3Hours', duration: 'PT3H', lengthMs: 3 * hour },
  { id: 'Last6Hours', duration: 'PT6H', lengthMs: 6 * hour },
  { id: 'Last12Hours', duration: 'PT12H', lengthMs: 12 * hour },
  { id: 'Last24Hours', duration: 'PT24H', lengthMs: day },
  { id: 'Last3Days', duration: 'P3D', lengthMs: 3 * day },
  { id: 'LastWeek', duration: 'P1W', lengthMs: 7 * day },
  { id: 'LastMonth', duration: 'P1M', lengthMs: 30 * day },
  { id: 'Last3Months', duration: 'P3M', lengthMs: 90 * day },
  { id: 'Last6Months', duration: 'P6M', lengthMs: 180 * day },
  { id: 'AllTime', duration: 'PAllTime', lengthMs: undefined },
];

export const relativeUnits = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
export type RelativeUnit = (typeof relativeUnits)[number];

const unitLengths: Record<RelativeUnit, number> = {
  minutes: minute,
  hours: hour,
  days: day,
  weeks: 7 * day,
  months: 30 * day,
  years: 360 * day,
};

/** The last so many units: from now minus them, rounded to the minute, to the end of the current minute. */
export function relativeRange(count: number, unit: RelativeUnit, now: Date): TimeRange {
  const fromMs = Math.round((now.getTime() - count * unitLengths[unit]) / minute) * minute;
  return { fromMs, toMs: endOfMinute(now) };
}

function endOfMinute(now: Date): number {
  return (Math.floor(now.getTime() / minute) + 1) * minute;
}

const iso = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Length of an ISO 8601 duration; undefined when the text is none or has no length. */
export function durationMs(text: string): number | undefined {
  const parts = iso.exec(text);
  if (!parts) return undefined;
  const lengths = [360 * day, 30 * day, 7 * day, day, hour, minute, 1000];
  const total = lengths.reduce((sum, length, index) => sum + length * Number(parts[index + 1] ?? 0), 0);
  return total > 0 ? total : undefined;
}

/** The range a duration means now. All time has neither start nor end. Undefined when the text is no duration. */
export function rangeOfDuration(duration: string, now: Date): TimeRange | undefined {
  if (duration === 'PAllTime') return {};
  const length = durationMs(duration);
  return length === undefined ? undefined : { fromMs: now.getTime() - length, toMs: endOfMinute(now) };
}

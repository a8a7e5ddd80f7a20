import type { TimeZoneSetting } from './format-time.ts';

/** A time as the pickers write it, `MM/DD/YYYY HH:mm` or only the date; undefined when it is none. */
export function parsePickerTime(text: string, zone: TimeZoneSetting): Date | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(\d{1,2}):(\d{2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [month, day, year, hour, minute] = match.slice(1).map((part) => Number(part ?? 0));
  if (month === undefined || day === undefined || year === undefined) return undefined;
  const parts = [year, month - 1, day, hour ?? 0, minute ?? 0] as const;
  const at = zone === 'UTC' ? new Date(Date.UTC(...parts)) : new Date(...parts);
  const isReal =
    zone === 'UTC'
      ? at.getUTCMonth() === month - 1 && at.getUTCDate() === day
      : at.getMonth() === month - 1 && at.getDate() === day;
  return isReal && (hour ?? 0) < 24 && (minute ?? 0) < 60 ? at : undefined;
}

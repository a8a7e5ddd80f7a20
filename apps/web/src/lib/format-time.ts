export const timeZoneSettings = ['Local', 'UTC'] as const;
export type TimeZoneSetting = (typeof timeZoneSettings)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Building one costs as much as formatting hundreds of times, and lists write thousands of times.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(options: Intl.DateTimeFormatOptions, zone: TimeZoneSetting): Intl.DateTimeFormat {
  const key = `${zone} ${Object.entries(options).join()}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...options,
    hourCycle: 'h23',
    ...(zone === 'UTC' ? { timeZone: 'UTC' } : {}),
  });
  formatters.set(key, made);
  return made;
}

function zoneName(at: Date, zone: TimeZoneSetting): string {
  if (zone === 'UTC') return 'UTC';
  const parts = formatter({ timeZoneName: 'short' }, zone).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** `Nov 20, 2026, 09:31:12 UTC`, with milliseconds on request. */
export function formatAbsolute(at: Date, zone: TimeZoneSetting, withMilliseconds = false): string {
  const text = formatter(
    {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      ...(withMilliseconds ? { fractionalSecondDigits: 3 as const } : {}),
    },
    zone,
  ).format(at);
  return `${text} ${zoneName(at, zone)}`;
}

/** `Fri, Nov 20, 14:19:00`, with the year behind the day where it is not the present one. */
export function formatMoment(at: Date, zone: TimeZoneSetting, now: Date): string {
  const year = formatter({ year: 'numeric' }, zone);
  const day = formatter(
    {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      ...(year.format(at) === year.format(now) ? {} : { year: 'numeric' as const }),
    },
    zone,
  ).format(at);
  return `${day}, ${formatter({ hour: '2-digit', minute: '2-digit', second: '2-digit' }, zone).format(at)}`;
}

/** Of an event in a table: `09:31:12.004` on the given day, with the date before it on any other day. */
export function formatEventTime(at: Date, zone: TimeZoneSetting, now: Date): string {
  const time = formatter(
    { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
    zone,
  ).format(at);
  return isSameDay(at, now, zone)
    ? time
    : `${formatter({ month: 'short', day: 'numeric' }, zone).format(at)} ${time}`;
}

function dayOf(at: Date, zone: TimeZoneSetting): string {
  return formatter({ year: 'numeric', month: '2-digit', day: '2-digit' }, zone).format(at);
}

function isSameDay(one: Date, other: Date, zone: TimeZoneSetting): boolean {
  return dayOf(one, zone) === dayOf(other, zone);
}

/** Lists: today `09:31`, within six days `Tue 17`, this year `Nov 17`, else `11/17/2025`. */
export function formatCompact(at: Date, zone: TimeZoneSetting, now: Date): string {
  if (isSameDay(at, now, zone)) return formatter({ hour: '2-digit', minute: '2-digit' }, zone).format(at);
  const age = Math.abs(now.getTime() - at.getTime());
  if (age < 6 * dayMs) {
    const weekday = formatter({ weekday: 'short' }, zone).format(at);
    return `${weekday} ${formatter({ day: 'numeric' }, zone).format(at)}`;
  }
  const isThisYear = dayOf(at, zone).slice(-4) === dayOf(now, zone).slice(-4);
  return isThisYear ? formatter({ month: 'short', day: 'numeric' }, zone).format(at) : dayOf(at, zone);
}

/** How long ago: `now`, `14 min`, `2 h`, `3 d`, `5 wk`, `2 y`; a time ahead of now reads `in 14 min`. */
export function formatAge(at: Date, now: Date): string {
  const distance = now.getTime() - at.getTime();
  const size = Math.abs(distance);
  if (size < 10_000) return 'now';
  const text = durationText(size);
  return distance < 0 ? `in ${text}` : text;
}

/** The same in a line of its own, where nothing else says that it is an age: `14 min ago`. */
export function formatAgo(at: Date, now: Date): string {
  const age = formatAge(at, now);
  return age === 'now' || at > now ? age : `${age} ago`;
}

function durationText(size: number): string {
  if (size < minuteMs) return `${Math.floor(size / 1000)} s`;
  if (size < hourMs) return `${Math.floor(size / minuteMs)} min`;
  if (size < dayMs) return `${Math.floor(size / hourMs)} h`;
  if (size < 21 * dayMs) return `${Math.floor(size / dayMs)} d`;
  if (size < 365 * dayMs) return `${Math.floor(size / (7 * dayMs))} wk`;
  return `${Math.floor(size / (365 * dayMs))} y`;
}

/** A duration in full: `412 ms`, `1.4 s`, `2 min 10 s`, `3 h 5 min`; from two days on `365 d 3 h 56 min`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 10_000) return `${(durationMs / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const days = hours < 48 ? 0 : Math.floor(hours / 24);
  const parts = [
    [days, 'd'],
    [hours - 24 * days, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}

/** The picker's format: `MM/DD/YYYY HH:mm`. */
export function formatPickerTime(at: Date, zone: TimeZoneSetting): string {
  const time = formatter({ hour: '2-digit', minute: '2-digit' }, zone).format(at);
  return `${dayOf(at, zone)} ${time}`;
}

/** A time as the server sends it (ISO text, or `YYYY-MM-DD HH:MM:SS.fffffffff` of the lake, which is UTC). */
export function parseTime(text: string): Date | undefined {
  const lake = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,3})?\d*$/.exec(text);
  const at = new Date(lake ? `${lake[1]}T${lake[2]}${lake[3] ?? ''}Z` : text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const monthDays = 30;
const yearDays = 360;
const spanUnits = [
  [yearDays * dayMs, 'year'],
  [monthDays * dayMs, 'month'],
  [dayMs, 'day'],
  [hourMs, 'hour'],
  [minuteMs, 'minute'],
] as const;

/** A length of minutes in words: `45 minutes`, `1 hour 30 minutes`, `2 days`, `3 months` of 30 days, `1 year` of 360. */
export function formatSpan(minutes: number): string {
  let restMs = Math.round(minutes) * minuteMs;
  const parts: string[] = [];
  for (const [lengthMs, unit] of spanUnits) {
    const count = Math.floor(restMs / lengthMs);
    restMs -= count * lengthMs;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ') || '0 minutes';
}

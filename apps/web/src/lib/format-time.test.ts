import { describe, expect, it } from 'vitest';
import {
  formatAbsolute,
  formatAge,
  formatCompact,
  formatDuration,
  formatEventTime,
  formatMoment,
  formatPickerTime,
  formatSpan,
  parseTime,
  timeZoneSettings,
} from './format-time.ts';

const now = new Date('2026-11-20T09:42:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

describe('times', () => {
  it('names the zone of an absolute time', () => {
    expect(formatAbsolute(new Date('2026-11-20T09:31:12.004Z'), 'UTC')).toBe('Nov 20, 2026, 09:31:12 UTC');
    expect(formatAbsolute(new Date('2026-11-20T09:31:12.004Z'), 'UTC', true)).toBe(
      'Nov 20, 2026, 09:31:12.004 UTC',
    );
  });

  it('shortens with distance', () => {
    expect(formatCompact(new Date('2026-11-20T09:31:12Z'), 'UTC', now)).toBe('09:31');
    expect(formatCompact(new Date('2026-11-17T09:31:12Z'), 'UTC', now)).toBe('Tue 17');
    expect(formatCompact(new Date('2026-10-02T09:31:12Z'), 'UTC', now)).toBe('Oct 2');
    expect(formatCompact(new Date('2025-11-17T09:31:12Z'), 'UTC', now)).toBe('11/17/2025');
  });

  it('says an age in one unit', () => {
    expect(formatAge(ago(3_000), now)).toBe('now');
    expect(formatAge(ago(59_999), now)).toBe('59 s');
    expect(formatAge(ago(14 * 60_000), now)).toBe('14 min');
    expect(formatAge(ago(-3_600_000), now)).toBe('in 1 h');
    expect(formatAge(ago(400 * 86_400_000), now)).toBe('1 y');
  });

  it('writes durations in two units at most', () => {
    expect(formatDuration(412)).toBe('412 ms');
    expect(formatDuration(1_400)).toBe('1.4 s');
    expect(formatDuration(130_000)).toBe('2 min 10 s');
    expect(formatDuration(3_600_000)).toBe('1 h');
    expect(formatDuration(24 * 3_600_000)).toBe('24 h');
    expect(formatDuration(7 * 86_400_000)).toBe('7 d');
    expect(formatDuration(8763 * 3_600_000 + 56 * 60_000)).toBe('365 d 3 h 56 min');
    expect(formatDuration(49 * 3_600_000)).toBe('2 d 1 h');
  });

  it('says the year of a moment that is not of the present one', () => {
    expect(formatMoment(new Date('2026-01-02T09:31:12Z'), 'UTC', now)).toBe('Fri, Jan 2, 09:31:12');
    expect(formatMoment(new Date('2025-12-31T23:59:59Z'), 'UTC', now)).toBe('Wed, Dec 31, 2025, 23:59:59');
  });

  it('keeps the milliseconds of events and the format of pickers', () => {
    expect(formatEventTime(new Date('2026-11-20T09:31:12.004Z'), 'UTC', now)).toBe('09:31:12.004');
    expect(formatEventTime(new Date('2026-11-19T09:31:12.004Z'), 'UTC', now)).toBe('Nov 19 09:31:12.004');
    expect(formatPickerTime(new Date('2026-11-20T00:05:00Z'), 'UTC')).toBe('11/20/2026 00:05');
  });

  it('reads both spellings of the server', () => {
    expect(parseTime('2026-11-20 09:31:12.004000000')?.toISOString()).toBe('2026-11-20T09:31:12.004Z');
    expect(parseTime('2026-11-20 09:31:12')?.toISOString()).toBe('2026-11-20T09:31:12.000Z');
    expect(parseTime('2026-11-20T09:31:12Z')?.toISOString()).toBe('2026-11-20T09:31:12.000Z');
    expect(parseTime('soon')).toBeUndefined();
  });

  it('[001-9.21] says a length in minutes, hours, days, months of 30 days and years of 360', () => {
    const day = 1440;
    const words = [0, 15, 59, 60, 90, day, 2 * day + 30, 30 * day, 360 * day, 361 * day].map(formatSpan);
    expect(words).toEqual([
      '0 minutes',
      '15 minutes',
      '59 minutes',
      '1 hour',
      '1 hour 30 minutes',
      '1 day',
      '2 days 30 minutes',
      '1 month',
      '1 year',
      '1 year 1 day',
    ]);
  });

  it('[001-9.9] knows two settings of the time zone', () => {
    expect(timeZoneSettings).toEqual(['Local', 'UTC']);
  });
});

import { describe, expect, it } from 'vitest';
import { readTypedTime } from '../../../lib/typed-time/read-typed-time.ts';
import {
  choiceOfTyped,
  clockFault,
  dateFields,
  defaultTime,
  momentOf,
  rangeNow,
  readTime,
  requestTime,
  timeLabel,
  timePresets,
  typedText,
  unitLabels,
  withColon,
  writeTime,
} from './time-frame.ts';
import type { TimeChoice } from './time-frame.ts';

const now = new Date('2026-11-20T09:31:42Z');
const isTime = (time: string) => clockFault(time) === undefined;

describe('time frame of a search', () => {
  it('[001-4.1] [001-4.2] [002-9.30] offers twelve presets and asks for them by duration', () => {
    const durations = timePresets.map(({ id }) => requestTime({ kind: 'preset', id }, now).relativeTime);
    expect(durations).toEqual('PT20M PT1H PT3H PT6H PT12H PT24H P3D P1W P1M P3M P6M PAllTime'.split(' '));
  });

  it('[001-9.1] is the last 20 minutes unless chosen', () => {
    expect(readTime({})).toEqual(defaultTime);
    expect(timeLabel(defaultTime, 'UTC')).toBe('Last 20 minutes');
    expect(writeTime(defaultTime)).toEqual({});
  });

  it('[001-4.3] sends neither start nor end for all time', () => {
    expect(requestTime({ kind: 'preset', id: 'AllTime' }, now)).toEqual({ relativeTime: 'PAllTime' });
  });

  it('[001-4.4] counts relative times from the minute to the end of this minute', () => {
    expect(requestTime({ kind: 'relative', count: 5, unit: 'minutes' }, now)).toEqual({
      startTime: '2026-11-20T09:27:00Z',
      endTime: '2026-11-20T09:32:00Z',
    });
  });

  it('[001-4.5] names the units as the picker does', () => {
    expect(Object.values(unitLabels)).toEqual(['mins', 'hours', 'days', 'weeks', 'months', 'years']);
    expect(timeLabel({ kind: 'relative', count: 3, unit: 'minutes' }, 'UTC')).toBe('Last 3 mins');
    expect(timeLabel({ kind: 'relative', count: 1, unit: 'minutes' }, 'UTC')).toBe('Last 1 min');
    expect(timeLabel({ kind: 'relative', count: 1, unit: 'years' }, 'UTC')).toBe('Last 1 year');
  });

  it('[001-4.6] takes a start and end as custom, a duration as start as a preset', () => {
    expect(readTime({ startTime: 'PT1H' })).toEqual({ kind: 'preset', id: 'LastHour' });
    expect(readTime({ relativeTime: 'P1W' })).toEqual({ kind: 'preset', id: 'LastWeek' });
    const custom = { startTime: '2026-11-20T08:00:00Z', endTime: '2026-11-20T09:00:00Z' };
    expect(readTime(custom)).toEqual({ kind: 'custom', ...custom });
  });

  it('[001-4.7] clears a relative start with an end, and an end without a start', () => {
    expect(readTime({ startTime: 'PT1H', endTime: '2026-11-20T09:00:00Z' })).toEqual(defaultTime);
    expect(readTime({ endTime: '2026-11-20T09:00:00Z' })).toEqual(defaultTime);
  });

  it('[001-9.3] starts the relative picker with 5 minutes', () => {
    expect(readTime({ timeFrame: 'relative' })).toEqual({ kind: 'relative', count: 5, unit: 'minutes' });
  });

  it.each<TimeChoice>([
    { kind: 'preset', id: 'Last6Months' },
    { kind: 'relative', count: 9, unit: 'weeks' },
    { kind: 'custom', startTime: '2026-11-20T08:00:00Z', endTime: '2026-11-20T09:00:00Z' },
  ])('comes back from the address: $kind', (time) => {
    expect(readTime(writeTime(time))).toEqual(time);
  });

  it('[001-9.6] [001-9.8] writes UTC and shows MM/DD/YYYY HH:mm', () => {
    const time = {
      kind: 'custom',
      startTime: '2026-11-20T08:05:00Z',
      endTime: '2026-11-20T19:00:00Z',
    } as const;
    expect(timeLabel(time, 'UTC')).toBe('11/20/2026 08:05 – 11/20/2026 19:00');
    expect(momentOf('2026-11-20', '8:05', 'UTC')).toBe('2026-11-20T08:05:00Z');
  });

  it('[001-2.79] takes a date with or without a time of 24 hours', () => {
    expect(momentOf('2026-11-20', '', 'UTC')).toBe('2026-11-20T00:00:00Z');
    expect(momentOf('2026-11-20', '2359', 'UTC')).toBe('2026-11-20T23:59:00Z');
    expect(momentOf('2026-11-20', '24:00', 'UTC')).toBeUndefined();
    expect(momentOf('', '09:00', 'UTC')).toBeUndefined();
    expect(['00:00', '23:59', '930', ''].map(isTime)).toEqual([true, true, true, true]);
    expect(['24:00', '12:60', 'noon'].map(isTime)).toEqual([false, false, false]);
  });

  it('[001-2.79] takes a time of 12 hours with AM or PM', () => {
    const times = ['12:00 AM', '1:05 am', '12:30pm', '0930 PM', '11 p.m.', '01:59 PM'];
    expect(times.map(withColon)).toEqual(['00:00', '01:05', '12:30', '21:30', '23:00', '13:59']);
    expect(times.every(isTime)).toBe(true);
    expect(['13:00 PM', '0:30 AM', '9:60 pm', '9:30 xm'].some(isTime)).toBe(false);
    expect(momentOf('2026-11-20', '9:30 PM', 'UTC')).toBe('2026-11-20T21:30:00Z');
  });

  it('comes back from the fields in either zone, with its seconds', () => {
    for (const zone of ['UTC', 'Local'] as const) {
      for (const moment of ['2026-06-01T22:15:00Z', '2026-06-01T22:15:09Z']) {
        const { date, time } = dateFields(moment, zone);
        expect(momentOf(date, time, zone)).toBe(moment);
      }
    }
  });

  it('says what is wrong with a time of the day', () => {
    expect(clockFault('25:00')).toBe('"25:00" is not a time: hours go to 23');
    expect(clockFault('noon')).toBe('"noon" is not a time of the day. Write it as 09:30');
  });

  it.each<TimeChoice>([
    { kind: 'preset', id: 'Last20Minutes' },
    { kind: 'preset', id: 'Last24Hours' },
    { kind: 'preset', id: 'LastMonth' },
    { kind: 'relative', count: 9, unit: 'weeks' },
    { kind: 'relative', count: 5, unit: 'months' },
    { kind: 'custom', startTime: '2026-11-19T08:00:00Z', endTime: '2026-11-20T09:00:07Z' },
  ])('comes back from what somebody would type: $kind', (time) => {
    for (const zone of ['UTC', 'Local'] as const)
      expect(choiceOfTyped(readTypedTime(typedText(time, zone), { zone, now }))).toEqual(time);
  });

  it('is a range at a time, but for all time', () => {
    expect(rangeNow({ kind: 'preset', id: 'LastHour' }, now)).toEqual({
      startTime: '2026-11-20T08:31:42Z',
      endTime: '2026-11-20T09:31:42Z',
    });
    expect(rangeNow({ kind: 'relative', count: 1, unit: 'hours' }, now)).toEqual({
      startTime: '2026-11-20T08:32:00Z',
      endTime: '2026-11-20T09:32:00Z',
    });
    expect(rangeNow({ kind: 'preset', id: 'AllTime' }, now)).toBeUndefined();
  });
});

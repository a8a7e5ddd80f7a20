import { describe, expect, it } from 'vitest';

import { rangeOfDuration, relativeRange, relativeUnits, timeFrames } from './time-frames.ts';

const now = new Date('2024-03-10T12:34:56.789Z');
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

describe('time frames', () => {
  it('[001-4.1][001-4.2] has the presets with their durations', () => {
    const durations = Object.fromEntries(timeFrames.map((frame) => [frame.id, frame.duration]));
    expect(durations).toEqual({
      Last20Minutes: 'PT20M',
      LastHour: 'PT1H',
      Last3Hours: 'PT3H',
      Last6Hours: 'PT6H',
      Last12Hours: 'PT12H',
      Last24Hours: 'PT24H',
      Last3Days: 'P3D',
      LastWeek: 'P1W',
      LastMonth: 'P1M',
      Last3Months: 'P3M',
      Last6Months: 'P6M',
      AllTime: 'PAllTime',
    });
    const days = (id: string) => timeFrames.find((frame) => frame.id === id)!.lengthMs! / 86_400_000;
    expect(['LastMonth', 'Last3Months', 'Last6Months'].map(days)).toEqual([30, 90, 180]);
  });

  it.each(timeFrames)('$id has the length its duration says', ({ duration, lengthMs }) => {
    const range = rangeOfDuration(duration, now);
    expect(range?.fromMs).toBe(lengthMs === undefined ? undefined : now.getTime() - lengthMs);
  });

  it('[001-4.3] gives all time neither start nor end', () => {
    expect(rangeOfDuration('PAllTime', now)).toEqual({});
  });

  it('[001-4.4] rounds relative ranges to the minute and ends with the current minute', () => {
    const range = relativeRange(5, 'minutes', now);
    expect([iso(range.fromMs), iso(range.toMs)]).toEqual([
      '2024-03-10T12:30:00.000Z',
      '2024-03-10T12:35:00.000Z',
    ]);
  });

  it('[001-4.5] knows the units', () => {
    expect(relativeUnits).toEqual(['minutes', 'hours', 'days', 'weeks', 'months', 'years']);
  });

  it.each(['', 'P', 'PT', 'P0D', '20M', 'PT-5M', 'soon', 'P1H'])('takes %j for no duration', (text) => {
    expect(rangeOfDuration(text, now)).toBeUndefined();
  });
});

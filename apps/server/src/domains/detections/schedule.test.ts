import { describe, expect, it } from 'vitest';
import { dueTimes, nextTime, scheduleFault } from './schedule.ts';

const at = (text: string) => new Date(`2026-03-01T${text}Z`);
const cron = (text: string) => ({ cron: text, timeoutMinutes: 1 });
const rate = (rateMinutes: number) => ({ rateMinutes, timeoutMinutes: 1 });

describe('schedules', () => {
  it('gives the times of a cron expression in UTC, the newest first', () => {
    expect(dueTimes(cron('*/20 9-10 * * *'), at('08:00:00'), at('10:00:00'), 10)).toEqual([
      at('10:00:00'),
      at('09:40:00'),
      at('09:20:00'),
      at('09:00:00'),
    ]);
    expect(dueTimes(cron('*/20 * * * *'), at('09:20:00'), at('10:00:00'), 1)).toEqual([at('10:00:00')]);
    expect(dueTimes(cron('0 0 * * 1'), at('00:00:00'), at('23:00:00'), 5), 'a Sunday').toEqual([]);
    expect(nextTime(cron('30 4 1,15 * *'), at('04:30:00'))).toEqual(new Date('2026-03-15T04:30:00Z'));
  });

  it('counts rates from 1970, whoever asks and when', () => {
    expect(dueTimes(rate(15), at('08:50:00'), at('09:20:59'), 10)).toEqual([at('09:15:00'), at('09:00:00')]);
    expect(dueTimes(rate(15), at('09:15:00'), at('09:29:59.999'), 10)).toEqual([]);
    expect(nextTime(rate(15), at('09:15:00'))).toEqual(at('09:30:00'));
  });

  it.each(['* * * *', '0 0 * * MON', '@daily', '61 * * * *', '0 0 31 2 *', '* * * * * *', 'L * * * *', ''])(
    'refuses "%s" as a cron expression, and says why',
    (text) => {
      expect(scheduleFault(cron(text))).toMatch(/^The cron expression ".*" cannot be used: .+/);
    },
  );

  it('takes lists, ranges and steps', () => {
    expect(scheduleFault(cron('0,30 */2 1-7 1-12/3 0-6'))).toBeUndefined();
    expect(scheduleFault(rate(2))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { machineRhythm, peopleRhythm, spreadTimes } from './rhythm.ts';

const week = { startsAt: new Date('2026-03-02T00:00:00Z'), endsAt: new Date('2026-03-09T00:00:00Z') };

function countWhere(times: readonly Date[], wanted: (at: Date) => boolean): number {
  return times.filter(wanted).length;
}

describe('the rhythm of a week', () => {
  it('gives as many times as asked for, in order, inside the span', () => {
    const times = spreadTimes(5000, week, createRandom(3), peopleRhythm);
    expect(times).toHaveLength(5000);
    expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()));
    expect(times[0]!.getTime()).toBeGreaterThanOrEqual(week.startsAt.getTime());
    expect(times.at(-1)!.getTime()).toBeLessThan(week.endsAt.getTime());
  });

  it('lets people rest at night and at weekends, and machines work on', () => {
    const people = spreadTimes(20_000, week, createRandom(3), peopleRhythm);
    const machines = spreadTimes(20_000, week, createRandom(3), machineRhythm);
    const isNight = (at: Date) => at.getUTCHours() < 5;
    const isWeekend = (at: Date) => at.getUTCDay() === 0 || at.getUTCDay() === 6;
    expect(countWhere(people, isNight)).toBeLessThan(1000);
    expect(countWhere(machines, isNight)).toBeGreaterThan(3000);
    expect(countWhere(people, isWeekend)).toBeLessThan(1500);
    expect(countWhere(machines, isWeekend)).toBeGreaterThan(4000);
  });

  it('covers a span shorter than one slot', () => {
    const span = { startsAt: new Date('2026-03-02T09:00:00Z'), endsAt: new Date('2026-03-02T09:00:05Z') };
    const times = spreadTimes(50, span, createRandom(3), peopleRhythm);
    expect(times.every((at) => at >= span.startsAt && at < span.endsAt)).toBe(true);
  });
});

import { severities } from '@margay/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventTimeline } from '../events/event-timeline.ts';
import { bucketWidthOf, histogramOf } from './histogram.ts';

const to = new Date('2026-11-20T12:00:00Z');

describe('histogramOf', () => {
  it('counts every alert of the range exactly once', () => {
    const point = fc.record({
      createdAt: fc
        .integer({ min: 0, max: 90 * 86_400_000 })
        .map((back) => new Date(to.getTime() - back).toISOString()),
      severity: fc.constantFrom(...severities),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), (points) => {
        const { counts, totals, times } = histogramOf(points, { from: undefined, to });
        const drawn = severities.flatMap((severity) => counts[severity]).reduce((sum, n) => sum + n, 0);
        expect(drawn).toBe(points.length);
        expect(severities.reduce((sum, severity) => sum + totals[severity], 0)).toBe(points.length);
        expect(times.length).toBeLessThanOrEqual(130);
      }),
    );
  });
  it('shows an hour at least', () => {
    expect(histogramOf([], { from: undefined, to }).times).toHaveLength(61);
  });
  it('takes round widths', () => {
    expect(bucketWidthOf(3_600_000)).toBe(60_000);
    expect(bucketWidthOf(7 * 86_400_000)).toBe(2 * 3_600_000);
  });
});

describe('eventTimeline', () => {
  it('ranks log types and counts events without a time', () => {
    const { series, times } = eventTimeline([
      { at: to, logType: 'Okta.SystemLog' },
      { at: undefined, logType: 'AWS.CloudTrail' },
      { at: to, logType: 'AWS.CloudTrail' },
    ]);
    expect(series.map(({ name, total }) => [name, total])).toEqual([
      ['AWS.CloudTrail', 2],
      ['Okta.SystemLog', 1],
    ]);
    expect(series[0]?.values.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(times.length).toBeGreaterThan(1);
  });
  it('is empty for no events', () => {
    expect(eventTimeline([])).toEqual({ times: [], series: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { compareAlerts, type Expectation, type RaisedAlert, readExpectation } from './expectation.ts';

const expectation: Expectation = {
  alerts: [{ detection: 'A.B', severity: 'HIGH', title: /^one/u, alerts: 1, matches: 3 }],
  signals: [{ detection: 'A.Signal', matches: 2 }],
  noise: { INFO: 1, LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 },
};
const alert: RaisedAlert = {
  detectionId: 'A.B',
  severity: 'HIGH',
  title: 'one thing',
  dedupString: 'x',
  matchCount: 3,
};
const signals = new Map([['A.Signal', 2]]);

describe('comparing alerts with what a story expects', () => {
  it('says nothing when all is as expected, with tolerated noise', () => {
    expect(
      compareAlerts(expectation, [alert, { ...alert, detectionId: 'C', severity: 'INFO' }], signals),
    ).toEqual([]);
  });

  it.each([
    ['a missing alert', [], signals, /A\.B: 0 alerts instead of 1/],
    ['one alert too many', [alert, alert], signals, /A\.B: 2 alerts instead of 1/],
    ['another count of matches', [{ ...alert, matchCount: 2 }], signals, /A\.B: 2 matches instead of 3/],
    ['missing signals', [alert], new Map<string, number>(), /A\.Signal: 0 signals instead of 2/],
    [
      'noise above the limit',
      [alert, { ...alert, detectionId: 'C', severity: 'LOW' as const }],
      signals,
      /1 further LOW alerts: C "one thing"/,
    ],
  ])('names %s', (_name, alerts, counts, message) => {
    const differences = compareAlerts(expectation, alerts, counts);
    expect(differences).toEqual([expect.stringMatching(message)]);
  });

  it('reads the file of a scenario', () => {
    expect(readExpectation('stolen-key').alerts.length).toBeGreaterThan(10);
  });
});

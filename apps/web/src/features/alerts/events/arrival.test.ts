import { expect, it } from 'vitest';
import { arrivalInterval } from './arrival.ts';

const now = Date.parse('2026-03-01T10:00:00Z');
const alertOf = (eventCount: number, lastReceivedEventAt: string) => ({ eventCount, lastReceivedEventAt });

it('asks again for events while the alert counts more than the lake gave, and the last came a moment ago', () => {
  const fresh = alertOf(3, '2026-03-01T09:59:59Z');
  expect(arrivalInterval(fresh, 1, now)).toBe(5_000);
  expect(arrivalInterval(fresh, 3, now)).toBe(false);
  expect(arrivalInterval(alertOf(3, '2026-03-01T09:00:00Z'), 1, now)).toBe(false);
});

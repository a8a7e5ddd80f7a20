import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const now = new Date('2026-03-01T10:00:00Z');

it.each([
  ['120', 120],
  [' 0.65 ', 1],
  ['0', 1],
  ['86400', 3_600],
  ['Sun, 01 Mar 2026 10:01:00 GMT', 60],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 1],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %j seconds', (value, seconds) => {
  expect(retryAfterSeconds(value, now)).toBe(seconds);
});

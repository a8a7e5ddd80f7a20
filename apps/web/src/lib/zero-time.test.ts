import { expect, it } from 'vitest';
import { isZeroTime, zeroTime } from './zero-time.ts';

it('[000-9.17] [002-9.46] the first moment of the first year stands for none', () => {
  expect(zeroTime).toBe('0001-01-01T00:00:00Z');
  expect([null, undefined, '', zeroTime, '0001-01-01T00:00:00.000Z'].map(isZeroTime)).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(isZeroTime('0001-01-01T00:00:01Z')).toBe(false);
  expect(isZeroTime('2026-11-20T09:31:00Z')).toBe(false);
});

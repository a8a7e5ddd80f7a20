import { afterEach, expect } from 'vitest';

const faults: string[] = [];

/** What is wrong with a test itself: the test fails with it, whatever the screen makes of the error that is returned. */
export function faultOf(message: string): Error {
  faults.push(message);
  return new Error(message);
}

/** For tests of what finds faults: those so far, which then fail nothing. */
export const takeFaults = (): string[] => faults.splice(0);

afterEach(() => {
  expect(takeFaults(), 'what the screens asked for and the test answered').toEqual([]);
});

const faults: string[] = [];

/** What is wrong with a test itself: the test fails with it, whatever the screen makes of the error that is returned. */
export function faultOf(message: string): Error {
  faults.push(message);
  return new Error(message);
}

/** Those so far, which then fail nothing: after each test, and in tests of what finds faults. */
export const takeFaults = (): string[] => faults.splice(0);

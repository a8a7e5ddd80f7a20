/**
 * True in `npm run test:long`, the form for every night and before a release: every kill, every
 * step at which a process can die, every generated rule. A push tries some of each.
 */
const isLongRun = process.env['MARGAY_TEST_LONG'] === '1';

/** What a push takes of it, and what the long form does. */
export const pushOrLong = <T>(push: T, long: T): T => (isLongRun ? long : push);

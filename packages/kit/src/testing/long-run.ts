/**
 * True in `npm run test:long`, the form for every night and before a release: every kill, every
 * step at which a process can die, every generated rule. A push tries some of each.
 */
const isLongRun = process.env['MARGAY_TEST_LONG'] === '1';

/** What a push takes of it, and what the long form does. */
export const pushOrLong = <T>(push: T, long: T): T => (isLongRun ? long : push);

/**
 * The entries of a catalogue by class: the first of each in a push, all of them in the long form. The first is the one
 * that would be missed most.
 */
export const ofEachClass = <T>(classes: Readonly<Record<string, readonly T[]>>): T[] =>
  Object.values(classes).flatMap((entries) => pushOrLong(entries.slice(0, 1), [...entries]));

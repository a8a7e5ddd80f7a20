import * as fc from 'fast-check';

/**
 * Properties are tried with the same cases in every run, so that a failure says something of the change before it.
 * `MARGAY_TEST_SEED=random`, or a number, tries others: what fails then is a bug, and its case becomes a test of its own.
 */
const wanted = process.env.MARGAY_TEST_SEED ?? '1';
const seed = wanted === 'random' ? Date.now() % 0x7fffffff : Number(wanted);
if (!Number.isInteger(seed))
  throw new Error(`MARGAY_TEST_SEED is "${wanted}"; give a whole number or "random"`);

fc.configureGlobal({ seed });

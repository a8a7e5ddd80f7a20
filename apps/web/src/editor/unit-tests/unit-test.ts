import { formatJsonText } from './json-text.ts';

export interface Mock {
  objectName: string;
  /** JSON text, or plain text. */
  returnValue: string;
}

/** A unit test of a body that judges events or resources. */
export interface UnitTest {
  name: string;
  expectedResult: boolean;
  /** What is judged, as JSON text. */
  resource: string;
  mocks: Mock[];
}

/** A test while it is edited. `key` stays the same when its name changes. */
export interface DraftTest extends UnitTest {
  key: string;
}

let lastKey = 0;
export function draftTest(test: UnitTest): DraftTest {
  lastKey += 1;
  const { name, expectedResult, resource, mocks } = test;
  return {
    key: `test-${lastKey}`,
    name,
    expectedResult,
    // What is stored is often one line; the text is only re-indented.
    resource: formatJsonText(resource) ?? resource,
    mocks: mocks.map(({ objectName, returnValue }) => ({ objectName, returnValue })),
  };
}

/** A name that no test has yet. */
export function newTestName(existing: readonly UnitTest[]): string {
  const taken = new Set(existing.map((test) => test.name));
  let number = 1;
  while (taken.has(`Test ${number}`)) number += 1;
  return `Test ${number}`;
}

/** The test that is open after one is deleted: the one before it, else the first. */
export function keyAfterDeletion(tests: readonly DraftTest[], deleted: string): string | undefined {
  const index = tests.findIndex((test) => test.key === deleted);
  const left = tests.filter((test) => test.key !== deleted);
  return left[Math.max(0, index - 1)]?.key;
}

export interface FunctionOutput {
  /** `detection` is what the judging function returned. */
  name: string;
  output: string | null;
  error: string | null;
  traceback: string | null;
}

export interface TestRecord {
  name: string;
  result: 'PASS' | 'FAIL' | 'ERROR';
  passed: boolean;
  expectedResult: boolean;
  actualResult: boolean | null;
  /** Why the test could not run at all. */
  error: string | null;
  line: number | null;
  /** What the body printed. */
  output: string;
  functions: FunctionOutput[];
}

/** The names of the field for what a body judges and how. */
export interface TestWords {
  /** The kind of detection, which is also the name of its judging function. */
  noun: 'rule' | 'policy';
  /** What the switch of the expected result says. */
  should: string;
  expects: (expected: boolean) => string;
  /** What is judged: `Event`. */
  input: string;
}

import type { DraftTest, FunctionOutput, TestRecord, TestWords } from './unit-test.ts';

/** A test's result and what it was a result of. */
export interface TestOutcome {
  record: TestRecord;
  /** The body and the test it ran with; a newer one makes the outcome old. */
  body: string;
  test: DraftTest;
}

/** Results of the last run, in the order of the run. */
export interface TestRun {
  keys: readonly string[];
  outcomes: ReadonlyMap<string, TestOutcome>;
  milliseconds: number;
}

export type TestState = 'pass' | 'fail' | 'error' | 'none';

export function stateOf(outcome: TestOutcome | undefined): TestState {
  if (!outcome) return 'none';
  if (outcome.record.passed) return 'pass';
  return outcome.record.result === 'ERROR' ? 'error' : 'fail';
}

/** What the test would be run with is no longer what it was run with; another name changes nothing. */
export function isOutdated(outcome: TestOutcome, body: string, test: DraftTest): boolean {
  if (outcome.body !== body) return true;
  const ran = outcome.test;
  return (
    ran !== test &&
    (ran.resource !== test.resource ||
      ran.expectedResult !== test.expectedResult ||
      JSON.stringify(ran.mocks) !== JSON.stringify(test.mocks))
  );
}

/** The line over the results of a run. */
export function summaryText(records: readonly Pick<TestRecord, 'passed'>[]): string {
  const failed = records.filter((record) => !record.passed).length;
  if (records.length === 1) return failed === 0 ? 'Test Passed!' : 'Test Failed';
  return failed === 0 ? 'All tests passed!' : `${failed} of ${records.length} tests failed`;
}

/** Failed ones first; otherwise the order of the run. */
export function failedFirst<Item extends { record: Pick<TestRecord, 'passed'> }>(
  items: readonly Item[],
): Item[] {
  return [...items.filter((item) => !item.record.passed), ...items.filter((item) => item.record.passed)];
}

/** What the author calls it. */
export function functionLabel(name: string, noun: TestWords['noun'] = 'rule'): string {
  return name === 'detection' ? noun : name;
}

/** The answer of `rule` in Python's words; the others as the server sends them. */
export function readableOutput(name: string, output: string | null): string {
  if (output === null) return 'None';
  if (name === 'detection' && (output === 'true' || output === 'false'))
    return output === 'true' ? 'True' : 'False';
  return output;
}

/** Why a test failed, in one sentence; undefined when it passed. */
export function failureReason(record: TestRecord, noun: TestWords['noun'] = 'rule'): string | undefined {
  if (record.passed) return undefined;
  if (record.error !== null) return `The test could not run. ${record.error}`;
  const raised = record.functions.find((entry) => entry.error !== null);
  if (raised?.name === 'detection') return `${noun} raised ${raised.error}`;
  if (record.actualResult !== record.expectedResult)
    return `${noun} returned ${pythonBoolean(record.actualResult)}, the test expects ${pythonBoolean(record.expectedResult)}`;
  return raised
    ? `${noun} returned the expected value; ${functionLabel(raised.name, noun)} raised ${raised.error}`
    : 'The result is not the expected one';
}

const pythonBoolean = (value: boolean | null): string =>
  value === null ? 'nothing' : value ? 'True' : 'False';

/** The line of the rule's own body a traceback ends in, from 1. */
export function lineOfTraceback(traceback: string | null, ruleId: string): number | undefined {
  if (!traceback) return undefined;
  const own = [...traceback.matchAll(/File "([^"]*)", line (\d+)/g)].filter(
    ([, file]) => file === `${ruleId}.py`,
  );
  const line = own.at(-1)?.[2];
  return line === undefined ? undefined : Number(line);
}

/** Where in the body the functions of a test raised, for the editor. */
export function raisedLines(record: TestRecord, ruleId: string): { line: number; message: string }[] {
  const places = record.functions.flatMap((entry: FunctionOutput) => {
    const line = lineOfTraceback(entry.traceback, ruleId);
    return line === undefined || entry.error === null
      ? []
      : [{ line, message: `${functionLabel(entry.name)}: ${entry.error} (test "${record.name}")` }];
  });
  return record.line === null || record.error === null
    ? places
    : [...places, { line: record.line, message: record.error }];
}

import { describe, expect, it } from 'vitest';
import { lineOfFunction, alertFunctions, withFunction } from '../../editor/python/alert-functions.ts';
import type { TestRecord } from './unit-test.ts';
import { failedFirst, failureReason, lineOfTraceback, raisedLines, summaryText } from './test-outcome.ts';

const record: TestRecord = {
  name: 'a',
  result: 'PASS',
  passed: true,
  expectedResult: true,
  actualResult: true,
  error: null,
  line: null,
  output: '',
  functions: [],
};

describe('summary of a run', () => {
  it('uses the wordings of the specification', () => {
    const failed = { passed: false };
    const passed = { passed: true };
    expect(summaryText([passed])).toBe('Test Passed!');
    expect(summaryText([failed])).toBe('Test Failed');
    expect(summaryText([passed, passed])).toBe('All tests passed!');
    expect(summaryText([passed, failed, failed])).toBe('2 of 3 tests failed');
  });
  it('lists failed tests first and keeps the order otherwise', () => {
    const items = [true, false, true, false].map((passed, id) => ({ id, record: { passed } }));
    expect(failedFirst(items).map((item) => item.id)).toEqual([1, 3, 0, 2]);
  });
});

describe('why a test failed', () => {
  it('tells a wrong answer from an exception', () => {
    expect(failureReason(record)).toBeUndefined();
    expect(failureReason({ ...record, passed: false, actualResult: false })).toBe(
      'rule returned False, the test expects True',
    );
    const raisedIn = (name: string) => ({
      ...record,
      passed: false,
      functions: [{ name, output: null, error: "KeyError: 'x'", traceback: null }],
    });
    expect(failureReason(raisedIn('detection'))).toBe("rule raised KeyError: 'x'");
    expect(failureReason(raisedIn('title'))).toBe(
      "rule returned the expected value; title raised KeyError: 'x'",
    );
    expect(failureReason({ ...record, passed: false, error: 'no JSON' })).toBe(
      'The test could not run. no JSON',
    );
  });
  it('finds the line in the rule itself, not in a helper', () => {
    const traceback =
      'File "A.B.py", line 6, in title: return who(event)\nFile "helper.py", line 90, in who: raise KeyError()';
    expect(lineOfTraceback(traceback, 'A.B')).toBe(6);
    expect(lineOfTraceback('File "helper.py", line 2', 'A.B')).toBeUndefined();
    expect(lineOfTraceback(null, 'A.B')).toBeUndefined();
    const functions = [{ name: 'title', output: null, error: 'KeyError', traceback }];
    expect(raisedLines({ ...record, functions }, 'A.B')).toEqual([
      { line: 6, message: 'title: KeyError (test "a")' },
    ]);
  });
});

describe('inserting a function', () => {
  const title = alertFunctions.find((entry) => entry.name === 'title')!;
  const dedup = alertFunctions.find((entry) => entry.name === 'dedup')!;
  it('puts it at the end, two lines below, and says where', () => {
    const { body, line } = withFunction('def rule(event):\n    return True\n\n\n', title);
    expect(body).toBe(`def rule(event):\n    return True\n\n\n${title.stub}`);
    expect(line).toBe(5);
  });
  it('goes to the one that is there', () => {
    const body = `${title.stub}\n\ndef rule(event):\n    return True\n`;
    expect(withFunction(body, title)).toEqual({ body, line: 1 });
    expect(lineOfFunction(body, 'rule')).toBe(5);
    expect(lineOfFunction('  def rule(event):', 'rule')).toBeUndefined();
  });
  it('never calls a function that is not there', () => {
    expect(withFunction('', dedup).body).not.toContain('title(');
    expect(withFunction(title.stub, dedup).body).toContain('title(event)');
  });
});

import type { TestRequest, TestResult } from './contract.ts';
import { testResultSchema } from './host/replies.ts';

/** What a test says about itself comes out of an interpreter the tested body may have tampered with. */
export function testResult(
  { rule, tests }: TestRequest['rules'][number],
  test: number,
  text: string,
): TestResult {
  const parsed = testResultSchema.safeParse(jsonOf(text));
  const { name, expectedResult } = tests[test]!;
  if (parsed.success && parsed.data.testName === name) return { ruleId: rule.id, ...parsed.data };
  const error =
    'The result of the test cannot be read: the body has changed modules it shares with the runtime.';
  return {
    ruleId: rule.id,
    testName: name,
    passed: false,
    expectedResult,
    result: null,
    triggersAlert: false,
    error,
    functions: {},
    output: '',
    microseconds: 0,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

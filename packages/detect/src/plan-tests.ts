import type { FunctionLimits, TestRequest, TestResult } from './contract.ts';
import { ownRuleOf } from './in-process/own-rule.ts';
import { testHere } from './in-process/test-own.ts';
import { testResult } from './test-results.ts';

/** Which unit tests Python has to run. */
export interface TestPlan {
  groups: TestRequest['rules'];
  /** All results in the order asked for, given JSON text per test of each group. */
  results(texts: readonly (readonly string[])[]): TestResult[];
}

export function planTests(request: TestRequest, limits: FunctionLimits): TestPlan {
  const groups: TestRequest['rules'] = [];
  const places: (TestResult | { group: number; test: number })[] = [];
  for (const { rule, tests } of request.rules) {
    const own = ownRuleOf(rule);
    const group = { rule, tests: [] as typeof tests };
    for (const test of tests) {
      const result = testHere(rule, own, test, limits);
      places.push(result ?? { group: groups.length, test: group.tests.push(test) - 1 });
    }
    if (group.tests.length > 0) groups.push(group);
  }
  return {
    groups,
    results: (texts) =>
      places.map((place) => {
        if ('passed' in place) return place;
        const { group, test } = place;
        return testResult(groups[group]!, test, texts[group]?.[test] ?? '');
      }),
  };
}

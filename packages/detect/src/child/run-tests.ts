import type { Apart } from './apart.ts';
import type { WireTest, WorkerRequest } from './messages.ts';
import type { Python } from './python.ts';
import { failedTest, rejectionOf, type Send, tooSlowToTest } from './work.ts';

const longestTestResult = 4_000_000;

/** Unit tests of several bodies, each body in a fresh module of an interpreter as it was at first. */
export function runTests(
  python: Python,
  apart: Apart,
  request: Extract<WorkerRequest, { type: 'test' }>,
  send: Send,
): void {
  for (const [unit, group] of request.groups.entries()) {
    if (unit < request.from.group) continue;
    const first = unit === request.from.group ? request.from.test : 0;
    const begun = { unit, budgetMs: request.loadMs, position: -1 };
    const rejection =
      apart.begin(group.rule, begun) ??
      rejectionOf(
        python.guard(unit, request.loadMs, () => python.entry.load_test_rule(JSON.stringify(group.rule)), -1),
        { kind: 'rule', id: group.rule.id },
        request.loadMs,
      );
    for (const [index, test] of group.tests.entries()) {
      if (index < first) continue;
      const text = rejection
        ? failedTest(test, rejection)
        : runTest(python, unit, index, test, request.testMs);
      send({ type: 'test-result', group: unit, test: index, text });
    }
  }
}

function runTest(
  python: Python,
  unit: number,
  index: number,
  test: WireTest['tests'][number],
  testMs: number,
): string {
  const call = python.guard(unit, testMs, () => python.entry.run_test(JSON.stringify(test)), index, true);
  if (typeof call.value === 'string' && call.value.length <= longestTestResult) return call.value;
  const error = call.interruption === 'stopped' ? tooSlowToTest(testMs) : (call.error ?? 'unknown');
  return failedTest(test, { error });
}

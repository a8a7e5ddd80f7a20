import { messageOf } from '@margay/kit';
import { pythonOfKind, type EventObject, type PythonRule, type UnitTest } from '@margay/model';
import { parseJson } from '@margay/schema';
import type { FunctionLimits, TestResult } from '../contract.ts';
import type { FunctionResult, TestedFunction } from '../tested-functions.ts';
import { isMapping } from '../prefilter/paths.ts';
import type { SimpleFunction } from '../simple/compile/compile-simple-detection.ts';
import { fieldsOf } from './match-of.ts';
import { type OwnRule, rejectionOf } from './own-rule.ts';

/**
 * The result of a unit test that needs no Python: of a simple rule, of a rule that cannot run, or of one whose inline
 * filters refuse the event. Undefined: Python has to say. Mocks stand for Python names, so they do nothing here.
 */
export function testHere(
  rule: PythonRule,
  own: OwnRule | undefined,
  test: UnitTest,
  limits: FunctionLimits,
): TestResult | undefined {
  if (!own) return undefined;
  const startedAt = performance.now();
  const verdict = verdictOf(rule, own, test, limits);
  if (!verdict) return undefined;
  const { result, error, functions } = verdict;
  return {
    ruleId: rule.id,
    testName: test.name,
    passed: error === null && result === test.expectedResult,
    expectedResult: test.expectedResult,
    result,
    triggersAlert: result === alertingOf(rule) && rule.createAlert,
    error,
    functions,
    output: '',
    microseconds: Math.round((performance.now() - startedAt) * 1000),
  };
}

type Verdict = Pick<TestResult, 'result' | 'error' | 'functions'>;

function verdictOf(
  rule: PythonRule,
  own: OwnRule,
  test: UnitTest,
  limits: FunctionLimits,
): Verdict | undefined {
  const rejection = rejectionOf(rule.id, own.faults);
  if (rejection) return { result: null, error: rejection.error, functions: {} };
  const event = eventOf(test.resource);
  if ('error' in event) return own.simple && { result: null, error: event.error, functions: {} };
  if (own.passes?.(event.value) === false) return saying(!alertingOf(rule));
  if (!own.simple) return undefined;
  if (!own.simple.matches(event.value)) return saying(false);
  const verdict = saying(true);
  const { title, severity, dedup, contextJson } = fieldsOf(rule, own.simple, event.value, limits);
  const outputs: Record<SimpleFunction, string | undefined> = {
    title,
    severity,
    dedup,
    alert_context: contextJson,
  };
  for (const name of shownFunctions(rule))
    if (own.simple.functions.has(name)) verdict.functions[name] = given(outputs[name] ?? null);
  return verdict;
}

/** In the order they run. */
function shownFunctions(rule: PythonRule): SimpleFunction[] {
  return rule.createAlert ? ['title', 'severity', 'dedup', 'alert_context'] : ['alert_context'];
}

function saying(result: boolean): Verdict & { functions: Partial<Record<TestedFunction, FunctionResult>> } {
  return { result, error: null, functions: { detection: given(String(result)) } };
}

function given(output: string | null): FunctionResult {
  return { output, error: null };
}

/** What makes an alert: a policy alerts on what does not comply. */
function alertingOf(rule: PythonRule): boolean {
  return pythonOfKind(rule.kind).alertsOn;
}

function eventOf(text: string): { value: EventObject } | { error: string } {
  try {
    const value = parseJson(text);
    if (isMapping(value)) return { value };
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    return { error: `ValueError: the test event is a ${kind}; it must be an object` };
  } catch (error) {
    return { error: `ValueError: the test event is not well-formed JSON: ${messageOf(error)}` };
  }
}

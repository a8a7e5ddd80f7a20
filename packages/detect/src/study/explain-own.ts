import type { EventObject, PythonRule } from '@margay/model';
import { parseJson } from '@margay/schema';
import type { FunctionLimits } from '../contract.ts';
import { ownRuleOf } from '../in-process/own-rule.ts';
import { testHere } from '../in-process/test-own.ts';
import { compileExpressions } from '../simple/compile/compile-expression.ts';
import { compileFilters } from '../simple/compile/compile-inline-filters.ts';
import type { FaultPath } from '../simple/fault.ts';
import { readInlineFilters, readSimpleDetection } from '../simple/read/read-simple-detection.ts';
import type { CheckedSimpleDetection, Expression } from '../simple/tree.ts';
import type { Explanation, ExplainStep } from './contract.ts';
import { type Answer, createExpressionWatch, decidingAnswer } from './watch-expressions.ts';
import { printedYaml, type PrintedYaml } from './yaml-places.ts';

/** What of a rule is YAML, explained; whether that is all of it, or Python goes on. */
export interface OwnExplanation {
  explanation: Explanation;
  isWhole: boolean;
}

/**
 * The inline filters and the simple detection of a rule on one event, condition by condition. Undefined for a rule that
 * is all Python. It is told by the checks that judge events, so it cannot differ from what happened.
 */
export function explainOwn(
  rule: PythonRule,
  eventText: string,
  limits: FunctionLimits,
): OwnExplanation | undefined {
  const own = ownRuleOf(rule);
  if (!own) return undefined;
  const startedAt = performance.now();
  const test = { name: '', expectedResult: true, resource: eventText, mocks: [] };
  const verdict = testHere(rule, own, test, limits);
  const filters = readInlineFilters(rule.inlineFilters ?? []).value ?? [];
  const simple = rule.simple && readSimpleDetection(rule.simple).value;
  const printed = printedYaml({
    ...(filters.length > 0 ? { InlineFilters: rule.inlineFilters } : {}),
    ...(rule.simple ? { Detection: rule.simple.detection } : {}),
    ...(simple?.dynamicSeverities ? { DynamicSeverities: rule.simple?.dynamicSeverities } : {}),
  });
  // An event that cannot be read is told by the verdict here, or by Python.
  const event = verdict?.error || own.faults.length > 0 ? undefined : eventOf(eventText);
  const watched = event && watchedJudgement(filters, simple, event);
  const steps = (watched?.steps ?? []).map((answer, step) => stepOf(answer, step, printed));
  return {
    isWhole: verdict !== undefined,
    explanation: {
      result: verdict?.result ?? null,
      error: verdict?.error ?? null,
      errorLine: null,
      traceback: null,
      yaml: printed.text,
      steps,
      droppedSteps: watched?.dropped ?? 0,
      decisive: watched?.decided?.step ?? null,
      because: [],
      lines: linesOf(filters, simple, printed, steps),
      functions: verdict?.functions ?? {},
      output: '',
      microseconds: Math.round((performance.now() - startedAt) * 1000),
    },
  };
}

/** In the order live events are judged: filters, detection, and the severity of what matched. */
function watchedJudgement(
  filters: readonly Expression[],
  simple: CheckedSimpleDetection | undefined,
  event: EventObject,
) {
  const seen = createExpressionWatch();
  const passes = compileFilters(filters, { watch: seen.watch })(event);
  let decided = passes ? undefined : decidingAnswer(seen.take());
  seen.take();
  if (passes && simple) {
    const matches = compileExpressions(simple.detection, { watch: seen.watch }, ['Detection'])(event);
    decided = decidingAnswer(seen.take());
    if (matches)
      simple.dynamicSeverities?.some(({ conditions }, at) =>
        compileExpressions(conditions, { watch: seen.watch }, severityPath(at))(event),
      );
  }
  return { steps: seen.steps, dropped: seen.dropped(), decided };
}

const severityPath = (at: number): FaultPath => ['DynamicSeverities', at, 'Conditions'];

function stepOf(
  { expression, path, truth, text, reads }: Answer,
  step: number,
  printed: PrintedYaml,
): ExplainStep {
  return {
    step,
    language: 'yaml',
    kind: stepKinds[expression.kind],
    role: null,
    function: String(path[0]),
    ...printed.placeOf(path),
    text,
    truth,
    value: String(truth),
    reads,
  };
}

const stepKinds = {
  group: 'group',
  elements: 'elements',
  absolute: 'value',
  test: 'compare',
  compare: 'compare',
} as const satisfies Record<Expression['kind'], ExplainStep['kind']>;

/** The lines of every condition, and the first one of what holds conditions. */
function linesOf(
  filters: readonly Expression[],
  simple: CheckedSimpleDetection | undefined,
  printed: PrintedYaml,
  steps: readonly ExplainStep[],
): Explanation['lines'] {
  const asked = new Set(steps.map(({ line }) => line));
  const lines: Explanation['lines'] = [];
  const add = (parts: readonly Expression[], path: FaultPath): void => {
    for (const [at, part] of parts.entries()) {
      const here = [...path, at];
      const { line, endLine } = printed.placeOf(here);
      const ran = asked.has(line);
      const last = 'parts' in part ? line : endLine;
      for (let each = line; each <= last; each++) lines.push({ language: 'yaml', line: each, ran });
      if ('parts' in part)
        add(part.parts, [...here, part.kind === 'group' ? part.combinator.name : 'Expressions']);
    }
  };
  add(filters, ['InlineFilters']);
  add(simple?.detection ?? [], ['Detection']);
  for (const [at, { conditions }] of (simple?.dynamicSeverities ?? []).entries())
    add(conditions, severityPath(at));
  return lines;
}

/** Undefined where it is no object. */
function eventOf(text: string): EventObject | undefined {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as EventObject)
      : undefined;
  } catch {
    return undefined;
  }
}

import { missing } from '../prefilter/paths.ts';
import type { Check } from '../simple/combinators.ts';
import { compilePath } from '../simple/compile/compile-path.ts';
import { jsonOfValue } from '../simple/compile/text-of.ts';
import type { FaultPath } from '../simple/fault.ts';
import type { Specifier } from '../simple/specifier.ts';
import { textOfExpression, textOfSource } from '../simple/text-of-expression.ts';
import type { Expression } from '../simple/tree.ts';

/** One answer of one expression; parts first, as they were asked. */
export interface Answer {
  expression: Expression;
  path: FaultPath;
  truth: boolean;
  text: string;
  reads: { text: string; value: string }[];
  parts: Answer[];
  /** Its place among the steps; undefined where there were too many. */
  step: number | undefined;
}

/** As many as of a Python body. */
const mostSteps = 400;
const longestValue = 400;
/** How a field the event lacks is shown, where JSON has no word. */
const absent = '(absent)';

/** Sees what the checks of expressions answer, without another reading of what they mean. */
export function createExpressionWatch() {
  const steps: Answer[] = [];
  const open: Answer[][] = [[]];
  let dropped = 0;
  return {
    steps,
    dropped: () => dropped,
    watch(check: Check, expression: Expression, path: FaultPath): Check {
      const text = cut(textOfExpression(expression));
      const keys = keysOf(expression).map((key) => ({
        text: textOfSource(key.source),
        read: compilePath(key.steps),
      }));
      return (root) => {
        const parts: Answer[] = [];
        open.push(parts);
        const truth = check(root);
        open.pop();
        const reads = keys.map(({ text: name, read }) => ({ text: name, value: shown(read(root)) }));
        const answer: Answer = { expression, path, truth, text, reads, parts, step: undefined };
        open.at(-1)!.push(answer); // the outermost list is never closed
        if (steps.length < mostSteps) answer.step = steps.push(answer) - 1;
        else dropped++;
        return truth;
      };
    },
    /** What was asked at the top since the last time. */
    take: (): Answer[] => open[0]!.splice(0),
  };
}

/**
 * The innermost answer that settled a list of which all must hold: checks stop as soon as they know, so it is the last
 * one asked; where exactly one must hold, the one that did.
 */
export function decidingAnswer(parts: readonly Answer[]): Answer | undefined {
  const last = parts.at(-1);
  return last && innermost(last);
}

function innermost(answer: Answer): Answer {
  const { expression, truth, parts } = answer;
  const isExact =
    (expression.kind === 'group' && expression.combinator.name === 'OnlyOne') ||
    (expression.kind === 'elements' && expression.quantifier.name === 'OnlyOneElement');
  const inner = (isExact && truth ? parts.findLast((part) => part.truth) : undefined) ?? parts.at(-1);
  return inner ? innermost(inner) : answer;
}

function keysOf(expression: Expression): Specifier[] {
  switch (expression.kind) {
    case 'test':
    case 'elements':
      return [expression.key];
    case 'compare':
      return [expression.left, expression.right];
    default:
      return [];
  }
}

function shown(value: unknown): string {
  return value === missing ? absent : cut(jsonOfValue(value));
}

function cut(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 3).toWellFormed()}...`;
}

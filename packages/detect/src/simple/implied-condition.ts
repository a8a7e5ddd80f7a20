import type { LeafTest } from '@margay/model';
import type { Condition } from '../prefilter/condition.ts';
import type { CheckedSimpleDetection, Expression } from './tree.ts';
import type { Specifier } from './specifier.ts';

/**
 * What every event that matches a detection meets, for the index over all rules of a log type. Where nothing is
 * certain it is true, and the detection looks at every event.
 */
export function impliedCondition(checked: CheckedSimpleDetection): Condition {
  return allOf(checked.detection);
}

function allOf(parts: readonly Expression[]): Condition {
  return { all: parts.map(conditionOf) };
}

function conditionOf(expression: Expression): Condition {
  switch (expression.kind) {
    case 'absolute':
      return expression.holds;
    case 'group':
      return conditionOfGroup(expression);
    case 'test': {
      const tests = expression.condition.implies?.(expression.given);
      return tests === undefined ? true : oneOf(expression.key, tests);
    }
    case 'elements':
      return expression.quantifier.needsList ? oneOf(expression.key, ['list']) : true;
    case 'compare':
      return true;
  }
}

function conditionOfGroup({ combinator, parts }: Expression & { kind: 'group' }): Condition {
  if (combinator.implies === 'none') return true;
  return combinator.implies === 'every' ? allOf(parts) : { any: parts.map(conditionOf) };
}

/** The index reads mappings only: a path through a list tells nothing. */
function oneOf({ steps }: Specifier, tests: readonly LeafTest[]): Condition {
  const keys = steps.filter((step) => typeof step === 'string');
  if (keys.length < steps.length) return true;
  return { any: tests.map((is) => ({ path: { keys }, is })) };
}

import { missing } from '../../prefilter/paths.ts';
import { all, type Check } from '../combinators.ts';
import type { FaultPath } from '../fault.ts';
import type { Expression } from '../tree.ts';
import { compilePath } from './compile-path.ts';

export interface CompileOptions {
  /** What a condition on a field the event does not have says; undefined: what the condition says of nothing. */
  onAbsent?: boolean;
  /** Wraps the check of every expression, to see what it answers. `path` is where it stands in the YAML. */
  watch?: (check: Check, expression: Expression, path: FaultPath) => Check;
}

/** All must hold. The checks never throw, whatever JSON value they get. `path`: where the list stands. */
export function compileExpressions(
  parts: readonly Expression[],
  options: CompileOptions = {},
  path: FaultPath = [],
): Check {
  return all.combine(parts.map((part, at) => compileExpression(part, options, [...path, at])));
}

function compileExpression(expression: Expression, options: CompileOptions, path: FaultPath): Check {
  const check = checkOf(expression, options, path);
  return options.watch ? options.watch(check, expression, path) : check;
}

function checkOf(expression: Expression, options: CompileOptions, path: FaultPath): Check {
  switch (expression.kind) {
    case 'group': {
      const { combinator, parts } = expression;
      return combinator.combine(
        parts.map((part, at) => compileExpression(part, options, [...path, combinator.name, at])),
      );
    }
    case 'absolute':
      return () => expression.holds;
    case 'test':
      return compileTest(expression, options);
    case 'compare': {
      const { condition } = expression;
      const left = compilePath(expression.left.steps);
      const right = compilePath(expression.right.steps);
      return (root) => condition.test(right(root))(left(root));
    }
    case 'elements': {
      const { quantifier } = expression;
      const read = compilePath(expression.key.steps);
      const check = compileExpressions(expression.parts, options, [...path, 'Expressions']);
      return (root) => {
        const list = read(root);
        return quantifier.holds(Array.isArray(list) ? list : undefined, check);
      };
    }
  }
}

function compileTest(expression: Expression & { kind: 'test' }, { onAbsent }: CompileOptions): Check {
  const read = compilePath(expression.key.steps);
  const holds = expression.condition.test(expression.given);
  if (onAbsent === undefined) return (root) => holds(read(root));
  return (root) => {
    const found = read(root);
    return found === missing ? onAbsent : holds(found);
  };
}

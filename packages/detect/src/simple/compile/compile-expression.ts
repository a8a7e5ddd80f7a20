import { missing } from '../../prefilter/paths.ts';
import { all, type Check } from '../combinators.ts';
import type { Expression } from '../tree.ts';
import { compilePath } from './compile-path.ts';

export interface CompileOptions {
  /** What a condition on a field the event does not have says; undefined: what the condition says of nothing. */
  onAbsent?: boolean;
}

/** All must hold. The checks never throw, whatever JSON value they get. */
export function compileExpressions(parts: readonly Expression[], options: CompileOptions = {}): Check {
  return all.combine(parts.map((part) => compileExpression(part, options)));
}

function compileExpression(expression: Expression, options: CompileOptions): Check {
  switch (expression.kind) {
    case 'group':
      return expression.combinator.combine(expression.parts.map((part) => compileExpression(part, options)));
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
      const check = compileExpressions(expression.parts, options);
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

import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import type { Expression, NamedExpression } from '../../ir/expression.ts';
import { mapExpression } from '../../ir/expand.ts';

/** Collects what a grouped SELECT computes, and rewrites expressions to refer to it. */
export interface Grouping {
  keys: NamedExpression[];
  aggregates: NamedExpression[];
  /** The expression over the grouped rows; refuses columns that are neither grouped nor aggregated. */
  rewrite: (expression: Expression, span: Span) => Expression;
}

export function newGrouping(keyExpressions: Expression[]): Grouping {
  const keys: NamedExpression[] = [];
  const names = new Map<string, string>();
  for (const value of keyExpressions) {
    const text = JSON.stringify(value);
    if (value.kind === 'literal' || names.has(text)) continue;
    const name = `k${keys.length}`;
    names.set(text, name);
    keys.push({ name, value });
  }
  const aggregates: NamedExpression[] = [];
  const rewrite = (expression: Expression, span: Span): Expression =>
    mapExpression(expression, (part) => {
      if (part.kind === 'literal') return undefined;
      const text = JSON.stringify(part);
      const known = names.get(text);
      if (known) return { kind: 'column', name: known };
      if (part.kind === 'aggregate') {
        const name = `a${aggregates.length}`;
        names.set(text, name);
        aggregates.push({ name, value: part });
        return { kind: 'column', name };
      }
      if (part.kind === 'column')
        refuse(
          span,
          'sem.not_grouped',
          `Column "${part.name}" is neither in GROUP BY nor inside an aggregate.`,
          `Add it to GROUP BY, or use ANY_VALUE(${part.name}).`,
        );
      return undefined;
    });
  return { keys, aggregates, rewrite };
}

/** Whether the expression holds an aggregate of its own query. */
export function hasAggregate(expression: Expression): boolean {
  return contains(expression, 'aggregate');
}

export function hasWindow(expression: Expression): boolean {
  return contains(expression, 'window');
}

function contains(expression: Expression, kind: Expression['kind']): boolean {
  let found = false;
  mapExpression(expression, (part) => {
    if (part.kind === kind) found = true;
    return found ? part : undefined;
  });
  return found;
}

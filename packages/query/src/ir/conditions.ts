import type { FieldType } from '@margay/model';

import type { Expression, Literal } from './expression.ts';
import { integer, text } from './types.ts';

export const call = (fn: string, ...args: Expression[]): Expression => ({ kind: 'call', fn, args });
export const column = (name: string): Expression => ({ kind: 'column', name });

/** A constant: text or a whole number, unless a type says otherwise. */
export function literal(
  value: string | number,
  type: FieldType = typeof value === 'string' ? text : integer,
): Literal {
  return { kind: 'literal', value, type };
}

/** The conditions that must all hold. */
export function conjuncts(where: Expression): Expression[] {
  if (where.kind === 'call' && where.fn === 'and') return where.args.flatMap(conjuncts);
  return [where];
}

/** The opposite of `conjuncts`, for at least one condition. */
export function joined(parts: Expression[]): Expression {
  return parts.length === 1 ? parts[0]! : { kind: 'call', fn: 'and', args: parts };
}

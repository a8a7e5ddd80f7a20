import { call, literal } from '../../../ir/conditions.ts';
import type { Expression } from '../../../ir/expression.ts';
import { timestamp } from '../../../ir/types.ts';

export { call };

/** What the form asks for beside the operator. */
export type OperatorInput = 'none' | 'text' | 'list' | 'number' | 'numberRange' | 'date' | 'dateRange';

/** Column types of the filter form. `row` operators have no column; `universal` ones go with every column. */
export type FilterColumnType =
  | 'string'
  | 'number'
  | 'array'
  | 'boolean'
  | 'time'
  | 'object'
  | 'universal'
  | 'row';

export type OperatorValue = { text: string; list: string[]; pair: [string, string] };

export interface SimpleOperator {
  id: string;
  label: string;
  columnType: FilterColumnType;
  input: OperatorInput;
  /** Not offered where the data lake is Redshift. */
  isRedshiftDisabled?: boolean;
  /** Rows without the field fulfil it, as the exact opposite of another operator. */
  takesMissing?: boolean;
  /** A message about the value beyond what its input demands. */
  check?: (value: OperatorValue) => string | undefined;
  /** The condition on a field. Negations are the exact opposite, so rows without the field fulfil them. */
  condition: (field: Expression, value: OperatorValue) => Expression;
}

export const text = (value: string): Expression => literal(value);
export const time = (value: string): Expression => literal(value, timestamp);

/** A whole number of 64 bits with all its digits; anything else is a double. */
export function number(value: string): Expression {
  const digits = value.trim();
  const parsed = Number(digits);
  const isWhole = /^-?\d+$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
  if (isWhole && !Number.isSafeInteger(parsed))
    return { kind: 'literal', value: digits, type: { kind: 'bigint' } };
  const type = { kind: Number.isSafeInteger(parsed) ? 'bigint' : 'float' } as const;
  return { kind: 'literal', value: parsed, type };
}

/** True exactly where the condition is not true; a null condition counts as not true. */
export function unless(condition: Expression): Expression {
  return call('differs', condition, { kind: 'literal', value: true, type: { kind: 'boolean' } });
}

export function texts(values: string[]): Expression {
  return { kind: 'array', elements: values.map(text) };
}

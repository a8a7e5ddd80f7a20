import type { FieldType } from '@margay/model';

import { boolean, commonType, float, isInteger, json, timestamp } from './types.ts';

/**
 * Operators are calls whose `fn` is listed here. `eq` and its kin give null when a side is null, as SQL does;
 * `same` and `differs` treat null as a value of its own, as PantherFlow does.
 * `in`: the first argument against the others. `inCidr` and friends are functions, not operators.
 */
export const operatorIds = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'same',
  'differs',
  'and',
  'or',
  'not',
  'isNull',
  'isNotNull',
  'in',
  'add',
  'sub',
  'mul',
  'div',
  'mod',
  'neg',
] as const;
export type OperatorId = (typeof operatorIds)[number];

const arithmetic = new Set<string>(['add', 'sub', 'mul', 'mod']);

export function isOperator(fn: string): fn is OperatorId {
  return (operatorIds as readonly string[]).includes(fn);
}

/** Type an operator gives; undefined when `fn` is not an operator. */
export function operatorType(fn: string, args: FieldType[]): FieldType | undefined {
  if (!isOperator(fn)) return undefined;
  if (fn === 'div') return float;
  if (fn === 'neg') return isInteger(args[0] ?? json) ? args[0] : float;
  if (!arithmetic.has(fn)) return boolean;
  return arithmeticType(args[0] ?? json, args[1] ?? json);
}

function arithmeticType(a: FieldType, b: FieldType): FieldType {
  if (a.kind === 'timestamp' && b.kind === 'timestamp') return float;
  if (a.kind === 'timestamp' || b.kind === 'timestamp') return timestamp;
  const type = commonType(a, b);
  return isInteger(type) ? { kind: 'bigint' } : float;
}

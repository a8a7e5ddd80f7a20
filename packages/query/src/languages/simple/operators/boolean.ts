import type { Expression } from '../../../ir/expression.ts';
import type { SimpleOperator } from './define.ts';
import { call } from './define.ts';

const base = { columnType: 'boolean', input: 'none' } as const;
const is = (field: Expression, value: boolean) =>
  call('eq', call('to_boolean', field), { kind: 'literal', value, type: { kind: 'boolean' } });

export const booleanOperators: readonly SimpleOperator[] = [
  { ...base, id: 'is-true', label: 'is true', condition: (field) => is(field, true) },
  { ...base, id: 'is-false', label: 'is false', condition: (field) => is(field, false) },
];

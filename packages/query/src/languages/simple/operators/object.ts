import type { Expression } from '../../../ir/expression.ts';
import type { SimpleOperator } from './define.ts';
import { call, text, unless } from './define.ts';

const base = { columnType: 'object', input: 'text' } as const;
const contains = (field: Expression, part: string) =>
  call('contains', call('lower', field), call('lower', text(part)));

export const objectOperators: readonly SimpleOperator[] = [
  { ...base, id: 'contains', label: 'contains', condition: (field, value) => contains(field, value.text) },
  {
    ...base,
    id: 'does-not-contain',
    label: 'does not contain',
    takesMissing: true,
    condition: (field, value) => unless(contains(field, value.text)),
  },
];

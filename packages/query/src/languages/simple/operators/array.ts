import type { Expression } from '../../../ir/expression.ts';
import type { SimpleOperator } from './define.ts';
import { call, text, texts, unless } from './define.ts';

const base = { columnType: 'array' } as const;
const has = (field: Expression, value: string) => call('array_contains', text(value), field);
const hasLike = (field: Expression, value: string) => call('array_any_ilike', field, text(value));
const hasAny = (field: Expression, list: string[]) => call('arrays_overlap', field, texts(list));

export const arrayOperators: readonly SimpleOperator[] = [
  { ...base, id: 'has', label: 'has', input: 'text', condition: (field, value) => has(field, value.text) },
  {
    ...base,
    id: 'does-not-have',
    label: 'does not have',
    takesMissing: true,
    input: 'text',
    condition: (field, value) => unless(has(field, value.text)),
  },
  {
    ...base,
    id: 'has-like',
    label: 'has like',
    input: 'text',
    condition: (field, value) => hasLike(field, value.text),
  },
  {
    ...base,
    id: 'does-not-have-like',
    label: 'does not have like',
    takesMissing: true,
    input: 'text',
    condition: (field, value) => unless(hasLike(field, value.text)),
  },
  {
    ...base,
    id: 'has-any',
    label: 'has any',
    input: 'list',
    isRedshiftDisabled: true,
    condition: (field, value) => hasAny(field, value.list),
  },
  {
    ...base,
    id: 'does-not-have-any',
    label: 'does not have any',
    takesMissing: true,
    input: 'list',
    isRedshiftDisabled: true,
    condition: (field, value) => unless(hasAny(field, value.list)),
  },
];

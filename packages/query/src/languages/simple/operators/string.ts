import { isCidr, isIpAddress } from '../../../functions/cidr.ts';
import type { Expression } from '../../../ir/expression.ts';
import type { SimpleOperator } from './define.ts';
import { call, text, unless } from './define.ts';

const base = { columnType: 'string' } as const;
const isEmpty = (field: Expression) =>
  call('or', call('isNull', field), call('eq', call('to_varchar', field), text('')));
const hasPart = (field: Expression, part: string) =>
  call('contains', call('lower', field), call('lower', text(part)));
const inList = (field: Expression, list: string[]) =>
  call('in', call('to_varchar', field), ...list.map(text));

export const stringOperators: readonly SimpleOperator[] = [
  {
    ...base,
    id: 'is',
    label: 'is',
    input: 'text',
    condition: (field, value) => call('eq', call('to_varchar', field), text(value.text)),
  },
  {
    ...base,
    id: 'is-not',
    label: 'is not',
    takesMissing: true,
    input: 'text',
    condition: (field, value) => unless(call('eq', call('to_varchar', field), text(value.text))),
  },
  { ...base, id: 'is-empty', label: 'is empty', input: 'none', condition: (field) => isEmpty(field) },
  {
    ...base,
    id: 'is-not-empty',
    label: 'is not empty',
    input: 'none',
    condition: (field) => unless(isEmpty(field)),
  },
  {
    ...base,
    id: 'is-in-list',
    label: 'is in list',
    input: 'list',
    condition: (field, value) => inList(field, value.list),
  },
  {
    ...base,
    id: 'is-not-in-list',
    label: 'is not in list',
    takesMissing: true,
    input: 'list',
    condition: (field, value) => unless(inList(field, value.list)),
  },
  {
    ...base,
    id: 'has-substring',
    label: 'has substring',
    input: 'text',
    condition: (field, value) => hasPart(field, value.text),
  },
  {
    ...base,
    id: 'does-not-have-substring',
    label: 'does not have substring',
    takesMissing: true,
    input: 'text',
    condition: (field, value) => unless(hasPart(field, value.text)),
  },
  {
    ...base,
    id: 'like',
    label: 'like',
    input: 'text',
    condition: (field, value) => call('ilike', field, text(value.text)),
  },
  {
    ...base,
    id: 'is-not-like',
    label: 'is not like',
    takesMissing: true,
    input: 'text',
    condition: (field, value) => unless(call('ilike', field, text(value.text))),
  },
  {
    ...base,
    id: 'is-within-cidr',
    label: 'is within CIDR',
    input: 'text',
    isRedshiftDisabled: true,
    check: (value) =>
      isCidr(value.text) || isIpAddress(value.text)
        ? undefined
        : 'This field + operator requires an IP or CIDR',
    condition: (field, value) => call('in_cidr', field, text(asRange(value.text))),
  },
];

/** A single address is the range that holds only it. */
function asRange(value: string): string {
  if (isCidr(value)) return value;
  return value.includes(':') ? `${value}/128` : `${value}/32`;
}

import type { SimpleOperator } from './define.ts';
import { call, number, unless } from './define.ts';

const base = { columnType: 'number', input: 'number' } as const;

export const numberOperators: readonly SimpleOperator[] = [
  {
    ...base,
    id: 'equals',
    label: 'equals',
    condition: (field, value) => call('eq', field, number(value.text)),
  },
  {
    ...base,
    id: 'does-not-equal',
    label: 'does not equal',
    takesMissing: true,
    condition: (field, value) => unless(call('eq', field, number(value.text))),
  },
  {
    ...base,
    id: 'greater-than',
    label: 'greater than',
    condition: (field, value) => call('gt', field, number(value.text)),
  },
  {
    ...base,
    id: 'greater-than-or-equal',
    label: 'greater than or equal',
    condition: (field, value) => call('ge', field, number(value.text)),
  },
  {
    ...base,
    id: 'less-than',
    label: 'less than',
    condition: (field, value) => call('lt', field, number(value.text)),
  },
  {
    ...base,
    id: 'less-than-or-equal',
    label: 'less than or equal',
    condition: (field, value) => call('le', field, number(value.text)),
  },
  {
    columnType: 'number',
    input: 'numberRange',
    id: 'between',
    label: 'between',
    condition: (field, { pair }) => {
      const [low, high] = Number(pair[0]) <= Number(pair[1]) ? pair : [pair[1], pair[0]];
      return call('and', call('ge', field, number(low)), call('le', field, number(high)));
    },
  },
];

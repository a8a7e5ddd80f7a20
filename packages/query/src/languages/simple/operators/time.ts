import type { SimpleOperator } from './define.ts';
import { call, time } from './define.ts';

const base = { columnType: 'time' } as const;

export const timeOperators: readonly SimpleOperator[] = [
  {
    ...base,
    id: 'is-after',
    label: 'is after',
    input: 'date',
    condition: (field, value) => call('gt', call('to_timestamp', field), time(value.text)),
  },
  {
    ...base,
    id: 'is-before',
    label: 'is before',
    input: 'date',
    condition: (field, value) => call('lt', call('to_timestamp', field), time(value.text)),
  },
  {
    ...base,
    id: 'is-between',
    label: 'is between',
    input: 'dateRange',
    condition: (field, { pair }) => {
      const [low, high] = pair[0] <= pair[1] ? pair : [pair[1], pair[0]];
      const at = call('to_timestamp', field);
      return call('and', call('ge', at, time(low)), call('le', at, time(high)));
    },
  },
];

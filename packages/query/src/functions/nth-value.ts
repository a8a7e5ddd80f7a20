import { defineFunction } from './define.ts';
import { nullable } from './neighbour.ts';

export const nthValueFunction = defineFunction({
  name: 'nth_value',
  kind: 'window',
  frame: 'whole',
  params: [
    { name: 'x', type: 'any' },
    { name: 'n', type: 'literalNumber' },
  ],
  returns: (args) => args[0]!,
  doc: 'The value of the n-th row of the frame, from 1; null where there is none.',
  examples: [],
  check: ([, n]) =>
    typeof n === 'number' && Number.isInteger(n) && n >= 1 && n < 2 ** 31
      ? undefined
      : 'The number of the row must be a whole number of at least 1.',
  clickhouse: ([x, n]) => `nth_value(${nullable(x!)}, ${Number(n!.constant)})`,
});

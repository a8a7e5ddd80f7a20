import { defineFunction } from './define.ts';
import { neighbour, neighbourParams } from './neighbour.ts';

export const lagFunction = defineFunction({
  name: 'lag',
  kind: 'window',
  frame: 'fixed',
  params: neighbourParams,
  returns: (args) => args[0]!,
  doc: 'The value so many rows before, 1 without a number; where there is no such row, the default.',
  examples: [],
  check: ([, offset]) =>
    offset === undefined || (typeof offset === 'number' && Number.isInteger(offset) && offset >= 0)
      ? undefined
      : 'The number of rows must be a whole number of at least 0.',
  clickhouse: (args) => neighbour('lagInFrame', args),
});

import { arrayOf } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayAggFunction = defineFunction({
  name: 'array_agg',
  kind: 'aggregate',
  allowsDistinct: true,
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => arrayOf(args[0]!),
  doc: 'Array of the values, nulls left out.',
  examples: [{ sql: "array_agg('a')", value: ['a'] }],
  clickhouse: ([x]) => `groupArray(${x!.sql})`,
});

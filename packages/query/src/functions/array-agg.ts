import { arrayOf } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayAggFunction = defineFunction({
  name: 'array_agg',
  kind: 'aggregate',
  allowsDistinct: true,
  ordered: 'values',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => arrayOf(args[0]!),
  doc: 'Array of the values, nulls left out; WITHIN GROUP (ORDER BY …) sorts them.',
  examples: [{ sql: "array_agg('a')", value: ['a'] }],
  ofArray: (array) => array,
  clickhouse: ([x]) => `groupArray(${x!.sql})`,
});

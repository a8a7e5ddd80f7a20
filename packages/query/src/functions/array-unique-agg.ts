import { arrayOf } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayUniqueAggFunction = defineFunction({
  name: 'array_unique_agg',
  aliases: ['make_set'],
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => arrayOf(args[0]!),
  doc: 'Array of the different values, nulls left out, in no fixed order.',
  examples: [{ sql: "array_unique_agg('a')", value: ['a'] }],
  clickhouse: ([x]) => `groupUniqArray(${x!.sql})`,
});

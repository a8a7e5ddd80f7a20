import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const approxCountDistinctFunction = defineFunction({
  name: 'approx_count_distinct',
  aliases: ['hll', 'approximate_count_distinct'],
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: integer,
  doc: 'About how many different values there are.',
  examples: [{ sql: "approx_count_distinct('a')", value: 1 }],
  clickhouse: ([x]) => `toInt64(uniqCombined64(${x!.sql}))`,
});

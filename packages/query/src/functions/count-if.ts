import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const countIfFunction = defineFunction({
  name: 'count_if',
  aliases: ['countif'],
  kind: 'aggregate',
  params: [{ name: 'condition', type: 'boolean' }],
  returns: integer,
  doc: 'Rows for which the condition is true.',
  examples: [{ sql: 'count_if(1 = 1)', value: 1 }],
  clickhouse: ([x]) => `toInt64(countIf(${x!.sql}))`,
});

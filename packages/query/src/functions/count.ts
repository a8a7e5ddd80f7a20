import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const countFunction = defineFunction({
  name: 'count',
  kind: 'aggregate',
  allowsDistinct: true,
  params: [{ name: 'x', type: 'any', optional: true }],
  returns: integer,
  doc: 'Rows, or rows where the value is not null.',
  examples: [
    { sql: 'count(*)', value: 1 },
    { sql: 'count(NULL)', value: 0 },
  ],
  clickhouse: ([x]) => `toInt64(count(${x ? x.sql : ''}))`,
});

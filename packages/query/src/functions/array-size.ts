import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arraySizeFunction = defineFunction({
  name: 'array_size',
  aliases: ['array_length', 'cardinality'],
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: integer,
  doc: 'Number of elements.',
  examples: [{ sql: 'array_size(array_construct(1, 2))', value: 2 }],
  clickhouse: ([a]) => `toInt64(length(${a!.sql}))`,
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const bitandFunction = defineFunction({
  name: 'bitand',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'integer' },
    { name: 'y', type: 'integer' },
  ],
  returns: integer,
  doc: 'Bits set in both.',
  examples: [{ sql: 'bitand(6, 3)', value: 2 }],
  clickhouse: ([x, y]) => `toInt64(bitAnd(${x!.sql}, ${y!.sql}))`,
});

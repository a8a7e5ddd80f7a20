import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const bitxorFunction = defineFunction({
  name: 'bitxor',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'integer' },
    { name: 'y', type: 'integer' },
  ],
  returns: integer,
  doc: 'Bits set in only one of them.',
  examples: [{ sql: 'bitxor(6, 3)', value: 5 }],
  clickhouse: ([x, y]) => `toInt64(bitXor(${x!.sql}, ${y!.sql}))`,
});

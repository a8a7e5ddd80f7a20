import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const bitorFunction = defineFunction({
  name: 'bitor',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'integer' },
    { name: 'y', type: 'integer' },
  ],
  returns: integer,
  doc: 'Bits set in one of them.',
  examples: [{ sql: 'bitor(6, 3)', value: 7 }],
  clickhouse: ([x, y]) => `toInt64(bitOr(${x!.sql}, ${y!.sql}))`,
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const signFunction = defineFunction({
  name: 'sign',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: integer,
  doc: '-1, 0 or 1.',
  examples: [{ sql: 'sign(-3)', value: -1 }],
  clickhouse: ([x]) => `toInt64(sign(${x!.sql}))`,
});

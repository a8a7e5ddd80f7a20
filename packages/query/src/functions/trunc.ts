import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const truncFunction = defineFunction({
  name: 'trunc',
  aliases: ['truncate'],
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: integer,
  doc: 'Number without its fraction.',
  examples: [{ sql: 'trunc(-1.7)', value: -1 }],
  clickhouse: ([x]) => `accurateCastOrNull(trunc(${x!.sql}), 'Int64')`,
});

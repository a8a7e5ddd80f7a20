import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const ceilFunction = defineFunction({
  name: 'ceil',
  aliases: ['ceiling'],
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: integer,
  doc: 'Next whole number upwards.',
  examples: [{ sql: 'ceil(1.2)', value: 2 }],
  clickhouse: ([x]) => `accurateCastOrNull(ceil(${x!.sql}), 'Int64')`,
});

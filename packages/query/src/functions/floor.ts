import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const floorFunction = defineFunction({
  name: 'floor',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: integer,
  doc: 'Next whole number downwards.',
  examples: [{ sql: 'floor(-1.2)', value: -2 }],
  clickhouse: ([x]) => `accurateCastOrNull(floor(${x!.sql}), 'Int64')`,
});

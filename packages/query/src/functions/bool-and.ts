import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const boolAndFunction = defineFunction({
  name: 'bool_and',
  aliases: ['booland_agg'],
  kind: 'aggregate',
  params: [{ name: 'x', type: 'boolean' }],
  returns: boolean,
  doc: 'Whether every value is true.',
  examples: [{ sql: 'bool_and(false)', value: false }],
  clickhouse: ([x]) => `minOrNull(${x!.sql})`,
});

import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const boolOrFunction = defineFunction({
  name: 'bool_or',
  aliases: ['boolor_agg'],
  kind: 'aggregate',
  params: [{ name: 'x', type: 'boolean' }],
  returns: boolean,
  doc: 'Whether some value is true.',
  examples: [{ sql: 'bool_or(true)', value: true }],
  clickhouse: ([x]) => `maxOrNull(${x!.sql})`,
});

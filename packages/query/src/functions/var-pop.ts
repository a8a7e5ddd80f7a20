import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const varPopFunction = defineFunction({
  name: 'var_pop',
  aliases: ['variance_pop'],
  kind: 'aggregate',
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Variance of a whole population.',
  examples: [{ sql: 'var_pop(2)', value: 0 }],
  clickhouse: ([x]) => `varPopOrNull(${x!.sql})`,
});

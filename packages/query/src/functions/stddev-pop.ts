import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const stddevPopFunction = defineFunction({
  name: 'stddev_pop',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Standard deviation of a whole population.',
  examples: [{ sql: 'stddev_pop(2)', value: 0 }],
  clickhouse: ([x]) => `stddevPopOrNull(${x!.sql})`,
});

import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const medianFunction = defineFunction({
  name: 'median',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Median, interpolated.',
  examples: [{ sql: 'median(4)', value: 4 }],
  clickhouse: ([x]) => `quantileExactInclusiveOrNull(0.5)(${x!.sql})`,
});

import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const corrFunction = defineFunction({
  name: 'corr',
  kind: 'aggregate',
  params: [
    { name: 'y', type: 'number' },
    { name: 'x', type: 'number' },
  ],
  returns: float,
  doc: 'Correlation of two numbers, from -1 to 1; null where it has none.',
  examples: [{ sql: 'corr(2, 1)', value: null }],
  clickhouse: ([y, x]) => `ifNotFinite(corrOrNull(toFloat64(${y!.sql}), toFloat64(${x!.sql})), NULL)`,
});

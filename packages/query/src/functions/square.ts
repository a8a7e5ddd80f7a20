import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const squareFunction = defineFunction({
  name: 'square',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'The number times itself.',
  examples: [{ sql: 'square(3)', value: 9 }],
  clickhouse: ([x]) => `(toFloat64(${x!.sql}) * toFloat64(${x!.sql}))`,
});

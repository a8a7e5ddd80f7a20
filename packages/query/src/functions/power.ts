import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const powerFunction = defineFunction({
  name: 'power',
  aliases: ['pow'],
  kind: 'scalar',
  params: [
    { name: 'x', type: 'number' },
    { name: 'y', type: 'number' },
  ],
  returns: float,
  doc: 'x to the power of y.',
  examples: [{ sql: 'power(2, 10)', value: 1024 }],
  clickhouse: ([x, y]) => `pow(${x!.sql}, ${y!.sql})`,
});

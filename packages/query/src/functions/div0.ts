import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const div0Function = defineFunction({
  name: 'div0',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'number' },
    { name: 'y', type: 'number' },
  ],
  returns: float,
  doc: 'Quotient; 0 for a zero divisor.',
  examples: [
    { sql: 'div0(6, 3)', value: 2 },
    { sql: 'div0(6, 0)', value: 0 },
  ],
  clickhouse: ([x, y]) => `if(${y!.sql} = 0, 0, ${x!.sql} / nullIf(${y!.sql}, 0))`,
});

import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const sqrtFunction = defineFunction({
  name: 'sqrt',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Square root; null for negative numbers.',
  examples: [
    { sql: 'sqrt(9)', value: 3 },
    { sql: 'sqrt(-1)', value: null },
  ],
  clickhouse: ([x]) => `if(${x!.sql} < 0, NULL, sqrt(${x!.sql}))`,
});

import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const lnFunction = defineFunction({
  name: 'ln',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Natural logarithm; null below or at zero.',
  examples: [
    { sql: 'ln(1)', value: 0 },
    { sql: 'ln(0)', value: null },
  ],
  clickhouse: ([x]) => `if(${x!.sql} <= 0, NULL, log(${x!.sql}))`,
});

import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const div0nullFunction = defineFunction({
  name: 'div0null',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'number' },
    { name: 'y', type: 'number' },
  ],
  returns: float,
  doc: 'Quotient; 0 for a divisor that is zero or null.',
  examples: [
    { sql: 'div0null(6, 3)', value: 2 },
    { sql: 'div0null(6, NULL)', value: 0 },
  ],
  clickhouse: ([x, y]) => `if(ifNull(${y!.sql}, 0) = 0, 0, ${x!.sql} / nullIf(${y!.sql}, 0))`,
});

import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const logFunction = defineFunction({
  name: 'log',
  kind: 'scalar',
  params: [
    { name: 'base', type: 'number' },
    { name: 'x', type: 'number' },
  ],
  returns: float,
  doc: 'Logarithm to a base.',
  examples: [{ sql: 'log(10, 1000)', value: 3 }],
  clickhouse: ([base, x]) =>
    `if(${x!.sql} <= 0 OR ${base!.sql} <= 0 OR ${base!.sql} = 1, NULL, round(log(${x!.sql}) / log(${base!.sql}), 12))`,
});

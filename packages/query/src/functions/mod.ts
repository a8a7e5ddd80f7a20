import { commonType } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const modFunction = defineFunction({
  name: 'mod',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'number' },
    { name: 'y', type: 'number' },
  ],
  returns: (args) => commonType(args[0]!, args[1]!),
  doc: 'Remainder with the sign of the dividend; null for a zero divisor.',
  examples: [
    { sql: 'mod(7, 3)', value: 1 },
    { sql: 'mod(7, 0)', value: null },
  ],
  clickhouse: ([x, y]) => `(${x!.sql} % nullIf(${y!.sql}, 0))`,
});

import { defineFunction } from './define.ts';

export const zeroifnullFunction = defineFunction({
  name: 'zeroifnull',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: (args) => args[0]!,
  doc: '0 in place of null.',
  examples: [{ sql: 'zeroifnull(NULL)', value: 0 }],
  clickhouse: ([x]) => `ifNull(${x!.sql}, 0)`,
});

import { defineFunction } from './define.ts';

export const nullifzeroFunction = defineFunction({
  name: 'nullifzero',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: (args) => args[0]!,
  doc: 'The number; null for 0.',
  examples: [
    { sql: 'nullifzero(0)', value: null },
    { sql: 'nullifzero(3)', value: 3 },
  ],
  clickhouse: ([x]) => `nullIf(${x!.sql}, 0)`,
});

import { defineFunction } from './define.ts';

export const absFunction = defineFunction({
  name: 'abs',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: (args) => args[0]!,
  doc: 'Absolute value.',
  examples: [{ sql: 'abs(-2.5)', value: 2.5 }],
  clickhouse: ([x]) => `abs(${x!.sql})`,
});

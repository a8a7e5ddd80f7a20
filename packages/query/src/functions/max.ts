import { defineFunction } from './define.ts';

export const maxFunction = defineFunction({
  name: 'max',
  kind: 'aggregate',
  allowsDistinct: true,
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'Largest value.',
  examples: [{ sql: 'max(3)', value: 3 }],
  clickhouse: ([x]) => `maxOrNull(${x!.sql})`,
});

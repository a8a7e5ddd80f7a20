import { defineFunction } from './define.ts';

export const minFunction = defineFunction({
  name: 'min',
  kind: 'aggregate',
  allowsDistinct: true,
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'Smallest value.',
  examples: [{ sql: "min('a')", value: 'a' }],
  clickhouse: ([x]) => `minOrNull(${x!.sql})`,
});

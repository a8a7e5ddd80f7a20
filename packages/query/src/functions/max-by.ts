import { defineFunction } from './define.ts';

export const maxByFunction = defineFunction({
  name: 'max_by',
  kind: 'aggregate',
  params: [
    { name: 'x', type: 'any' },
    { name: 'by', type: 'any' },
  ],
  returns: (args) => args[0]!,
  doc: 'The value in the row where the second is largest.',
  examples: [{ sql: "max_by('a', 1)", value: 'a' }],
  clickhouse: ([x, by]) => `argMaxOrNull(${x!.sql}, ${by!.sql})`,
});

import { defineFunction } from './define.ts';

export const minByFunction = defineFunction({
  name: 'min_by',
  kind: 'aggregate',
  params: [
    { name: 'x', type: 'any' },
    { name: 'by', type: 'any' },
  ],
  returns: (args) => args[0]!,
  doc: 'The value in the row where the second is smallest.',
  examples: [{ sql: "min_by('a', 1)", value: 'a' }],
  clickhouse: ([x, by]) => `argMinOrNull(${x!.sql}, ${by!.sql})`,
});

import { defineFunction } from './define.ts';

export const nullifFunction = defineFunction({
  name: 'nullif',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'any' },
    { name: 'y', type: 'any' },
  ],
  unify: true,
  returns: (args) => args[0]!,
  doc: 'Null when both are equal, else the first.',
  examples: [
    { sql: "nullif('a', 'a')", value: null },
    { sql: 'nullif(1, 2)', value: 1 },
  ],
  clickhouse: ([x, y]) => `nullIf(${x!.sql}, ${y!.sql})`,
});

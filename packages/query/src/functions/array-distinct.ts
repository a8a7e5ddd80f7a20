import { defineFunction } from './define.ts';

export const arrayDistinctFunction = defineFunction({
  name: 'array_distinct',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: (args) => args[0]!,
  doc: 'Array with each element once.',
  examples: [{ sql: "array_size(array_distinct(array_construct('a', 'a')))", value: 1 }],
  clickhouse: ([a]) => `arrayDistinct(${a!.sql})`,
});

import { defineFunction } from './define.ts';

export const arraySortFunction = defineFunction({
  name: 'array_sort',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: (args) => args[0]!,
  doc: 'Elements in rising order, nulls last.',
  examples: [{ sql: "array_sort(array_construct('b', 'a'))", value: ['a', 'b'] }],
  clickhouse: ([a]) => `arraySort(${a!.sql})`,
});

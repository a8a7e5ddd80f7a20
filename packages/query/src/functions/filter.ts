import { defineFunction } from './define.ts';

export const filterFunction = defineFunction({
  name: 'filter',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'test', type: 'lambda' },
  ],
  returns: (args) => args[0]!,
  doc: 'Elements of an array for which the condition is true.',
  examples: [{ sql: 'filter(array_construct(1, 5, 9), x -> x > 3)', value: [5, 9] }],
  clickhouse: ([a, test]) => `arrayFilter(${test!.lambda!((body) => `ifNull(${body}, 0)`)}, ${a!.sql})`,
});

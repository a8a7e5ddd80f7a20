import { elementOf } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayMinFunction = defineFunction({
  name: 'array_min',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: (args) => elementOf(args[0]!),
  doc: 'Smallest element.',
  examples: [{ sql: 'array_min(array_construct(3, 1))', value: 1 }],
  clickhouse: ([a]) => `arrayReduce('minOrNull', ${a!.sql})`,
});

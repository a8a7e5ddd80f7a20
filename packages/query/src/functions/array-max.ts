import { elementOf } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayMaxFunction = defineFunction({
  name: 'array_max',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: (args) => elementOf(args[0]!),
  doc: 'Largest element.',
  examples: [{ sql: 'array_max(array_construct(3, 1))', value: 3 }],
  clickhouse: ([a]) => `arrayReduce('maxOrNull', ${a!.sql})`,
});

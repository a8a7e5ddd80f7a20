import { arrayOf } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const transformFunction = defineFunction({
  name: 'transform',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'change', type: 'lambda' },
  ],
  returns: (args) => arrayOf(args[1]!),
  doc: 'Array of what an expression makes of each element.',
  examples: [{ sql: "transform(array_construct('a', 'b'), x -> upper(x))", value: ['A', 'B'] }],
  clickhouse: ([a, change]) => `arrayMap(${change!.lambda!((body) => body)}, ${a!.sql})`,
});

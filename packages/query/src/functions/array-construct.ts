import { arrayOf, text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayConstructFunction = defineFunction({
  name: 'array_construct',
  kind: 'scalar',
  params: [{ name: 'elements', type: 'any', optional: true, variadic: true }],
  unify: true,
  returns: (args) => arrayOf(args[0] ?? text),
  doc: 'Array of the given values.',
  examples: [{ sql: "array_construct('a', 'b')", value: ['a', 'b'] }],
  clickhouse: (args) => `[${args.map((arg) => arg.sql).join(', ')}]`,
});

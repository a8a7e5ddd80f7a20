import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const concatFunction = defineFunction({
  name: 'concat',
  kind: 'scalar',
  params: [
    { name: 'first', type: 'text' },
    { name: 'more', type: 'text', optional: true, variadic: true },
  ],
  returns: text,
  doc: 'Texts joined; null when one of them is null.',
  examples: [
    { sql: "concat('a', 1, true)", value: 'a1true' },
    { sql: "concat('a', NULL)", value: null },
  ],
  clickhouse: (args) =>
    args.length === 1 ? args[0]!.sql : `concat(${args.map((arg) => arg.sql).join(', ')})`,
});

import { defineFunction } from './define.ts';

export const coalesceFunction = defineFunction({
  name: 'coalesce',
  aliases: ['nvl', 'ifnull'],
  kind: 'scalar',
  params: [
    { name: 'first', type: 'any' },
    { name: 'more', type: 'any', optional: true, variadic: true },
  ],
  unify: true,
  returns: (args) => args[0]!,
  doc: 'First value that is not null.',
  examples: [
    { sql: "coalesce(NULL, 'a', 'b')", value: 'a' },
    { sql: 'coalesce(NULL, NULL)', value: null },
  ],
  clickhouse: (args) => `coalesce(${args.map((arg) => arg.sql).join(', ')})`,
});

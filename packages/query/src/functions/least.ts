import { defineFunction } from './define.ts';

export const leastFunction = defineFunction({
  name: 'least',
  kind: 'scalar',
  params: [
    { name: 'first', type: 'any' },
    { name: 'more', type: 'any', variadic: true },
  ],
  unify: true,
  returns: (args) => args[0]!,
  doc: 'Smallest of the values; null when one is null.',
  examples: [{ sql: 'least(4, 2, 3)', value: 2 }],
  clickhouse: (args) => `least(${args.map((arg) => arg.sql).join(', ')})`,
});

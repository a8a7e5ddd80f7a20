import { defineFunction } from './define.ts';

export const greatestFunction = defineFunction({
  name: 'greatest',
  kind: 'scalar',
  params: [
    { name: 'first', type: 'any' },
    { name: 'more', type: 'any', variadic: true },
  ],
  unify: true,
  returns: (args) => args[0]!,
  doc: 'Largest of the values; null when one is null.',
  examples: [{ sql: 'greatest(1, 5, 3)', value: 5 }],
  clickhouse: (args) => `greatest(${args.map((arg) => arg.sql).join(', ')})`,
});

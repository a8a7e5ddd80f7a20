import { defineFunction } from './define.ts';

export const toVariantFunction = defineFunction({
  name: 'to_variant',
  kind: 'scalar',
  params: [{ name: 'value', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The value itself; every value may be used where a JSON value is wanted.',
  examples: [{ sql: "to_variant('a')", value: 'a' }],
  clickhouse: ([value]) => value!.sql,
});

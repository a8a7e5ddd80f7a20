import { defineFunction } from './define.ts';

export const anyValueFunction = defineFunction({
  name: 'any_value',
  aliases: ['any'],
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'Some value that is not null, if there is one.',
  examples: [{ sql: "any_value('a')", value: 'a' }],
  clickhouse: ([x]) => `anyOrNull(${x!.sql})`,
});

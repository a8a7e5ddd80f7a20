import { defineFunction } from './define.ts';

export const firstValueFunction = defineFunction({
  name: 'first_value',
  kind: 'window',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The first value of the window.',
  examples: [],
  clickhouse: ([x]) => `first_value(${x!.sql})`,
});

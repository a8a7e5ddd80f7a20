import { defineFunction } from './define.ts';

export const lastValueFunction = defineFunction({
  name: 'last_value',
  kind: 'window',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The last value of the window so far.',
  examples: [],
  clickhouse: ([x]) => `last_value(${x!.sql})`,
});

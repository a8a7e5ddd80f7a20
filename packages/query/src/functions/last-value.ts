import { defineFunction } from './define.ts';

export const lastValueFunction = defineFunction({
  name: 'last_value',
  kind: 'window',
  frame: 'whole',
  takesNulls: true,
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The last value of the frame, null or not; IGNORE NULLS takes the last that is none.',
  examples: [],
  clickhouse: ([x]) => `last_value(${x!.sql})`,
});

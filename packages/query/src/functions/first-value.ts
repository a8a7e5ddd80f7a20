import { defineFunction } from './define.ts';

export const firstValueFunction = defineFunction({
  name: 'first_value',
  kind: 'window',
  frame: 'whole',
  takesNulls: true,
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The first value of the frame, null or not; IGNORE NULLS takes the first that is none.',
  examples: [],
  clickhouse: ([x]) => `first_value(${x!.sql})`,
});

import { defineFunction } from './define.ts';

export const leadFunction = defineFunction({
  name: 'lead',
  kind: 'window',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The value in the row after, in the window.',
  examples: [],
  clickhouse: ([x]) => `leadInFrame(toNullable(${x!.sql}))`,
});

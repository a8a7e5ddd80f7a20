import { defineFunction } from './define.ts';

export const leadFunction = defineFunction({
  name: 'lead',
  kind: 'window',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The value in the row after, in the window.',
  examples: [],
  // An array cannot be null; an empty one stands for the row that is not there.
  clickhouse: ([x]) =>
    x!.type.kind === 'array' ? `leadInFrame(${x!.sql})` : `leadInFrame(toNullable(${x!.sql}))`,
});

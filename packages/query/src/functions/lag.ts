import { defineFunction } from './define.ts';

export const lagFunction = defineFunction({
  name: 'lag',
  kind: 'window',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The value in the row before, in the window.',
  examples: [],
  // An array cannot be null; an empty one stands for the row that is not there.
  clickhouse: ([x]) =>
    x!.type.kind === 'array' ? `lagInFrame(${x!.sql})` : `lagInFrame(toNullable(${x!.sql}))`,
});

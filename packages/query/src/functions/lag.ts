import { defineFunction } from './define.ts';

export const lagFunction = defineFunction({
  name: 'lag',
  kind: 'window',
  params: [{ name: 'x', type: 'any' }],
  returns: (args) => args[0]!,
  doc: 'The value in the row before, in the window.',
  examples: [],
  clickhouse: ([x]) => `lagInFrame(toNullable(${x!.sql}))`,
});

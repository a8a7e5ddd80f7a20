import { float, integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const sumFunction = defineFunction({
  name: 'sum',
  kind: 'aggregate',
  allowsDistinct: true,
  params: [{ name: 'x', type: 'number' }],
  returns: (args) => (args[0]!.kind === 'float' ? float : integer),
  doc: 'Sum; null without values.',
  examples: [{ sql: 'sum(2)', value: 2 }],
  clickhouse: ([x]) => `sumOrNull(${x!.sql})`,
});

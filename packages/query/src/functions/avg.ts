import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const avgFunction = defineFunction({
  name: 'avg',
  kind: 'aggregate',
  allowsDistinct: true,
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Mean; null without values.',
  examples: [{ sql: 'avg(2)', value: 2 }],
  clickhouse: ([x]) => `avgOrNull(${x!.sql})`,
});

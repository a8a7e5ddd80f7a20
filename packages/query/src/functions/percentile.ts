import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const percentileFunction = defineFunction({
  name: 'percentile',
  aliases: ['approx_percentile'],
  kind: 'aggregate',
  params: [
    { name: 'x', type: 'number' },
    { name: 'share', type: 'literalNumber' },
  ],
  returns: float,
  doc: 'Interpolated percentile; the share is between 0 and 1.',
  examples: [{ sql: 'percentile(4, 0.95)', value: 4 }],
  check: ([, share]) =>
    typeof share === 'number' && share >= 0 && share <= 1
      ? undefined
      : 'The share must be a number from 0 to 1.',
  clickhouse: ([x, share]) => `quantileExactInclusiveOrNull(${Number(share!.constant)})(${x!.sql})`,
});

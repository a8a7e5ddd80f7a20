import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { shareFault } from './share.ts';

export const percentileFunction = defineFunction({
  name: 'percentile',
  aliases: ['approx_percentile', 'percentile_cont'],
  kind: 'aggregate',
  ordered: 'value',
  params: [
    { name: 'x', type: 'number' },
    { name: 'share', type: 'literalNumber' },
    { name: 'direction', type: 'literalText', optional: true },
  ],
  returns: float,
  doc: 'Interpolated percentile; the share is between 0 and 1. Also PERCENTILE_CONT(share) WITHIN GROUP (ORDER BY x).',
  examples: [
    { sql: 'percentile(4, 0.95)', value: 4 },
    { sql: 'percentile_cont(0.95) WITHIN GROUP (ORDER BY 4)', value: 4 },
  ],
  check: ([, share]) => shareFault(share),
  clickhouse: ([x, share, direction]) => {
    const level = Number(share!.constant);
    const ascending = direction?.constant === 'desc' ? 1 - level : level;
    return `quantileExactInclusiveOrNull(${ascending})(${x!.sql})`;
  },
});

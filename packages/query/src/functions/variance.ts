import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const varianceFunction = defineFunction({
  name: 'variance',
  aliases: ['var_samp', 'variance_samp'],
  kind: 'aggregate',
  placesWindow: true,
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Sample variance; null below two values.',
  examples: [{ sql: 'variance(2)', value: null }],
  clickhouse: ([x], over) => `if(count(${x!.sql})${over} < 2, NULL, varSamp(${x!.sql})${over})`,
});

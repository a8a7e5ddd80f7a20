import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const stddevFunction = defineFunction({
  name: 'stddev',
  aliases: ['stddev_samp'],
  kind: 'aggregate',
  placesWindow: true,
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: 'Sample standard deviation; null below two values.',
  examples: [{ sql: 'stddev(2)', value: null }],
  clickhouse: ([x], over) => `if(count(${x!.sql})${over} < 2, NULL, stddevSamp(${x!.sql})${over})`,
});

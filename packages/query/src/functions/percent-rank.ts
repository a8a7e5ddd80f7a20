import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const percentRankFunction = defineFunction({
  name: 'percent_rank',
  kind: 'window',
  frame: 'none',
  params: [],
  returns: float,
  doc: 'Rank of the row in its window, from 0 to 1.',
  examples: [],
  clickhouse: () => 'percent_rank()',
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const denseRankFunction = defineFunction({
  name: 'dense_rank',
  kind: 'window',
  frame: 'none',
  params: [],
  returns: integer,
  doc: 'Rank of the row in its window, without gaps.',
  examples: [],
  clickhouse: () => `toInt64(dense_rank())`,
});

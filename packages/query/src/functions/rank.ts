import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const rankFunction = defineFunction({
  name: 'rank',
  kind: 'window',
  frame: 'none',
  params: [],
  returns: integer,
  doc: 'Rank of the row in its window, with gaps.',
  examples: [],
  clickhouse: () => `toInt64(rank())`,
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const rowNumberFunction = defineFunction({
  name: 'row_number',
  kind: 'window',
  frame: 'none',
  params: [],
  returns: integer,
  doc: 'Number of the row in its window, from 1.',
  examples: [],
  clickhouse: () => `toInt64(row_number())`,
});

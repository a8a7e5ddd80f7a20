import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const cumeDistFunction = defineFunction({
  name: 'cume_dist',
  kind: 'window',
  frame: 'none',
  params: [],
  returns: float,
  doc: "Share of the window's rows up to this one and its equals.",
  examples: [],
  clickhouse: () => 'cume_dist()',
});

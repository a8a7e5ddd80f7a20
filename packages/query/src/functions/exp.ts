import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const expFunction = defineFunction({
  name: 'exp',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: float,
  doc: "Euler's number to the power.",
  examples: [{ sql: 'exp(0)', value: 1 }],
  clickhouse: ([x]) => `exp(${x!.sql})`,
});

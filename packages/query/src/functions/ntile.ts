import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const ntileFunction = defineFunction({
  name: 'ntile',
  kind: 'window',
  frame: 'fixed',
  params: [{ name: 'n', type: 'literalNumber' }],
  returns: integer,
  doc: 'Number of the bucket, of n equal ones, that the row falls into, from 1.',
  examples: [],
  check: ([n]) =>
    typeof n === 'number' && Number.isInteger(n) && n >= 1 && n < 2 ** 31
      ? undefined
      : 'The number of buckets must be a whole number of at least 1.',
  clickhouse: ([n]) => `toInt64(ntile(${Number(n!.constant)}))`,
});

import { arrayOf, text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const splitFunction = defineFunction({
  name: 'split',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'separator', type: 'literalText' },
  ],
  returns: arrayOf(text),
  doc: 'Parts of a text between separators.',
  examples: [{ sql: "split('a,b,c', ',')", value: ['a', 'b', 'c'] }],
  clickhouse: ([s, separator]) => `splitByString(${separator!.sql}, ifNull(${s!.sql}, ''))`,
});

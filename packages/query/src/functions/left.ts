import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const leftFunction = defineFunction({
  name: 'left',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'count', type: 'integer' },
  ],
  returns: text,
  doc: 'The first characters of a text.',
  examples: [{ sql: "left('hello', 2)", value: 'he' }],
  clickhouse: ([s, n]) => `substringUTF8(${s!.sql}, 1, greatest(${n!.sql}, 0))`,
});

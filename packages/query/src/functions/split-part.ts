import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const splitPartFunction = defineFunction({
  name: 'split_part',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'separator', type: 'literalText' },
    { name: 'part', type: 'integer' },
  ],
  returns: text,
  doc: 'One part of a text between separators, from 1; a negative number counts from the end.',
  examples: [
    { sql: "split_part('a.b.c', '.', 2)", value: 'b' },
    { sql: "split_part('a.b.c', '.', -1)", value: 'c' },
    { sql: "split_part('a', '.', 7)", value: '' },
  ],
  clickhouse: ([s, separator, part]) =>
    `if(isNull(${s!.sql}), NULL, arrayElement(splitByString(${separator!.sql}, ifNull(${s!.sql}, '')), ifNull(if(${part!.sql} = 0, 1, ${part!.sql}), 1)))`,
});

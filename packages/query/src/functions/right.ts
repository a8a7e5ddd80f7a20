import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const rightFunction = defineFunction({
  name: 'right',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'count', type: 'integer' },
  ],
  returns: text,
  doc: 'The last characters of a text.',
  examples: [
    { sql: "right('hello', 2)", value: 'lo' },
    { sql: "right('a', 5)", value: 'a' },
    { sql: "right('a', 0)", value: '' },
  ],
  clickhouse: ([s, n]) =>
    `if(${n!.sql} <= 0, '', substringUTF8(${s!.sql}, greatest(1, lengthUTF8(${s!.sql}) - ${n!.sql} + 1)))`,
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const replaceFunction = defineFunction({
  name: 'replace',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'from', type: 'text' },
    { name: 'to', type: 'text', optional: true },
  ],
  returns: text,
  doc: 'Every occurrence of one text replaced by another.',
  examples: [
    { sql: "replace('a-b-c', '-', '+')", value: 'a+b+c' },
    { sql: "replace('abc', 'b')", value: 'ac' },
  ],
  clickhouse: ([s, from, to]) =>
    `if(${from!.sql} = '', ${s!.sql}, replaceAll(${s!.sql}, ${from!.sql}, ${to ? to.sql : "''"}))`,
});

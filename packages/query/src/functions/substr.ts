import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const substrFunction = defineFunction({
  name: 'substr',
  aliases: ['substring'],
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'start', type: 'integer' },
    { name: 'count', type: 'integer', optional: true },
  ],
  returns: text,
  doc: 'Part of a text; the first character is 1, a negative start counts from the end.',
  examples: [
    { sql: "substr('hello', 2, 3)", value: 'ell' },
    { sql: "substr('hello', -2)", value: 'lo' },
  ],
  clickhouse: ([s, start, count]) =>
    count
      ? `substringUTF8(${s!.sql}, ${start!.sql}, greatest(${count.sql}, 0))`
      : `substringUTF8(${s!.sql}, ${start!.sql})`,
});

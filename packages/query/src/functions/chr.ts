import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const chrFunction = defineFunction({
  name: 'chr',
  aliases: ['char'],
  kind: 'scalar',
  params: [{ name: 'code', type: 'integer' }],
  returns: text,
  doc: 'The character of a Unicode number up to 65535; null for others.',
  examples: [
    { sql: 'chr(65)', value: 'A' },
    { sql: 'chr(8364)', value: '€' },
  ],
  clickhouse: ([code]) =>
    `if(${code!.sql} BETWEEN 1 AND 65535, JSONExtractString(concat('"\\\\u', leftPad(lower(hex(toUInt16(ifNull(${code!.sql}, 0)))), 4, '0'), '"')), NULL)`,
});

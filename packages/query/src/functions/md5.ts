import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const md5Function = defineFunction({
  name: 'md5',
  aliases: ['md5_hex'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'MD5 hash as lower-case hexadecimal text.',
  examples: [{ sql: "md5('a')", value: '0cc175b9c0f1b6a831c399e269772661' }],
  clickhouse: ([s]) => `lower(hex(MD5(${s!.sql})))`,
});

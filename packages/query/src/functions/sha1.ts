import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const sha1Function = defineFunction({
  name: 'sha1',
  aliases: ['sha1_hex'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'SHA-1 hash as lower-case hexadecimal text.',
  examples: [{ sql: "sha1('a')", value: '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8' }],
  clickhouse: ([s]) => `lower(hex(SHA1(${s!.sql})))`,
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const sha256Function = defineFunction({
  name: 'sha256',
  aliases: ['sha2', 'sha2_hex'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'SHA-256 hash as lower-case hexadecimal text.',
  examples: [
    { sql: "sha256('a')", value: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb' },
  ],
  clickhouse: ([s]) => `lower(hex(SHA256(${s!.sql})))`,
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const hexDecodeStringFunction = defineFunction({
  name: 'hex_decode_string',
  aliases: ['try_hex_decode_string'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text behind a hexadecimal text; null when it is none.',
  examples: [
    { sql: "hex_decode_string('6162')", value: 'ab' },
    { sql: "hex_decode_string('6')", value: null },
  ],
  clickhouse: ([s]) => `if(match(${s!.sql}, '^([0-9A-Fa-f]{2})*$'), unhex(${s!.sql}), NULL)`,
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const base64DecodeStringFunction = defineFunction({
  name: 'base64_decode_string',
  aliases: ['try_base64_decode_string'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text behind a base64 text; empty when it is not base64.',
  examples: [{ sql: "base64_decode_string('aGk=')", value: 'hi' }],
  clickhouse: ([s]) => `tryBase64Decode(${s!.sql})`,
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const hexEncodeFunction = defineFunction({
  name: 'hex_encode',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Bytes of a text in hexadecimal, upper case.',
  examples: [{ sql: "hex_encode('ab')", value: '6162' }],
  clickhouse: ([s]) => `hex(${s!.sql})`,
});

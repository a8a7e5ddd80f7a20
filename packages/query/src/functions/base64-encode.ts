import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const base64EncodeFunction = defineFunction({
  name: 'base64_encode',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text as base64.',
  examples: [{ sql: "base64_encode('hi')", value: 'aGk=' }],
  clickhouse: ([s]) => `base64Encode(${s!.sql})`,
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const lowerFunction = defineFunction({
  name: 'lower',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text in lower case.',
  examples: [{ sql: "lower('AbÉ')", value: 'abé' }],
  clickhouse: ([s]) => `lowerUTF8(${s!.sql})`,
});

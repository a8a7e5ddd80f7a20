import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const reverseFunction = defineFunction({
  name: 'reverse',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text from back to front.',
  examples: [{ sql: "reverse('abé')", value: 'éba' }],
  clickhouse: ([s]) => `reverseUTF8(${s!.sql})`,
});

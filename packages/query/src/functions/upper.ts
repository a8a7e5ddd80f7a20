import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const upperFunction = defineFunction({
  name: 'upper',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text in upper case.',
  examples: [{ sql: "upper('abé')", value: 'ABÉ' }],
  clickhouse: ([s]) => `upperUTF8(${s!.sql})`,
});

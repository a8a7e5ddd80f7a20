import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const ltrimFunction = defineFunction({
  name: 'ltrim',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text without blanks at its start.',
  examples: [{ sql: "ltrim('  a ')", value: 'a ' }],
  clickhouse: ([s]) => `trimLeft(${s!.sql})`,
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const rtrimFunction = defineFunction({
  name: 'rtrim',
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: text,
  doc: 'Text without blanks at its end.',
  examples: [{ sql: "rtrim(' a  ')", value: ' a' }],
  clickhouse: ([s]) => `trimRight(${s!.sql})`,
});

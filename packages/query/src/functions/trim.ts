import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const trimFunction = defineFunction({
  name: 'trim',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'characters', type: 'literalText', optional: true },
  ],
  returns: text,
  doc: 'Text without the given characters (default blanks) at both ends.',
  examples: [
    { sql: "trim('  a b ')", value: 'a b' },
    { sql: "trim('xxaxx', 'x')", value: 'a' },
  ],
  clickhouse: ([s, c]) => (c ? `trim(BOTH ${c.sql} FROM ${s!.sql})` : `trim(BOTH ' ' FROM ${s!.sql})`),
});

import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const concatWsFunction = defineFunction({
  name: 'concat_ws',
  kind: 'scalar',
  params: [
    { name: 'separator', type: 'text' },
    { name: 'first', type: 'text' },
    { name: 'more', type: 'text', optional: true, variadic: true },
  ],
  returns: text,
  doc: 'Texts joined with a separator; null when one is null.',
  examples: [
    { sql: "concat_ws('-', 'a', 'b')", value: 'a-b' },
    { sql: "concat_ws('-', 'a', NULL)", value: null },
  ],
  clickhouse: ([separator, ...parts]) =>
    `concat(${parts.flatMap((part, index) => (index === 0 ? [part.sql] : [separator!.sql, part.sql])).join(', ')}, '')`,
});

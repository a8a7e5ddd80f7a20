import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayToStringFunction = defineFunction({
  name: 'array_to_string',
  aliases: ['array_join'],
  kind: 'scalar',
  params: [
    { name: 'a', type: 'textArray' },
    { name: 'separator', type: 'literalText' },
  ],
  returns: text,
  doc: 'Elements joined with a separator; nulls are left out.',
  examples: [{ sql: "array_to_string(array_construct('a', 'b'), '-')", value: 'a-b' }],
  clickhouse: ([a, separator]) =>
    `arrayStringConcat(arrayFilter(item -> isNotNull(item), ${a!.sql}), ${separator!.sql})`,
});

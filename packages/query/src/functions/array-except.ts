import { arrayOf, text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayExceptFunction = defineFunction({
  name: 'array_except',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'textArray' },
    { name: 'b', type: 'textArray' },
  ],
  returns: arrayOf(text),
  doc: 'Elements of the first array that are not in the second.',
  examples: [{ sql: "array_except(array_construct('a', 'b'), array_construct('b'))", value: ['a'] }],
  clickhouse: ([a, b]) => `arrayFilter(item -> NOT has(${b!.sql}, item), ${a!.sql})`,
});

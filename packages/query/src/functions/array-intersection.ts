import { arrayOf, text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayIntersectionFunction = defineFunction({
  name: 'array_intersection',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'textArray' },
    { name: 'b', type: 'textArray' },
  ],
  returns: arrayOf(text),
  doc: 'Elements of the first array that are in the second.',
  examples: [{ sql: "array_intersection(array_construct('a', 'b'), array_construct('b'))", value: ['b'] }],
  clickhouse: ([a, b]) => `arrayFilter(item -> has(${b!.sql}, item), ${a!.sql})`,
});

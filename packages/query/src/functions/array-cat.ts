import { arrayOf, text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayCatFunction = defineFunction({
  name: 'array_cat',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'textArray' },
    { name: 'b', type: 'textArray' },
  ],
  returns: arrayOf(text),
  doc: 'Two arrays one after the other.',
  examples: [{ sql: "array_cat(array_construct('a'), array_construct('b'))", value: ['a', 'b'] }],
  clickhouse: ([a, b]) => `arrayConcat(${a!.sql}, ${b!.sql})`,
});

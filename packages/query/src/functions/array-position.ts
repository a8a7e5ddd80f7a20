import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayPositionFunction = defineFunction({
  name: 'array_position',
  kind: 'scalar',
  params: [
    { name: 'value', type: 'text' },
    { name: 'a', type: 'textArray' },
  ],
  returns: integer,
  doc: 'Place of a value in an array, from 0; null where it is not.',
  examples: [
    { sql: "array_position('b', array_construct('a', 'b'))", value: 1 },
    { sql: "array_position('c', array_construct('a'))", value: null },
  ],
  clickhouse: ([value, a]) => `(toInt64(nullIf(indexOf(${a!.sql}, ${value!.sql}), 0)) - 1)`,
});

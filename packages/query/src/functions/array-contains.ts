import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayContainsFunction = defineFunction({
  name: 'array_contains',
  aliases: ['array_has'],
  kind: 'scalar',
  params: [
    { name: 'value', type: 'text' },
    { name: 'a', type: 'textArray' },
  ],
  returns: boolean,
  doc: 'Whether the array holds the value.',
  examples: [
    { sql: "array_contains('b', array_construct('a', 'b'))", value: true },
    { sql: 'array_contains(2, array_construct(1, 2))', value: true },
  ],
  clickhouse: ([value, a]) => `has(${a!.sql}, ${value!.sql})`,
});

import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayRemoveFunction = defineFunction({
  name: 'array_remove',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'document' },
    { name: 'value', type: 'document' },
  ],
  returns: json,
  doc: 'The array without the elements equal to a value.',
  examples: [{ sql: 'array_remove(array_construct(1, 2, 1), 1)', value: [2] }],
  clickhouse: ([a, value]) =>
    `if(isNull(${a!.sql}), NULL, concat('[', arrayStringConcat(arrayFilter(item -> item != ifNull(${value!.sql}, 'null'), JSONExtractArrayRaw(ifNull(${a!.sql}, ''))), ','), ']'))`,
});

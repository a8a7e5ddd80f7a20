import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayPrependFunction = defineFunction({
  name: 'array_prepend',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'document' },
    { name: 'value', type: 'document' },
  ],
  returns: json,
  doc: 'The array with a value before it.',
  examples: [{ sql: 'array_prepend(array_construct(1), 2)', value: [2, 1] }],
  clickhouse: ([a, value]) =>
    `if(isNull(${a!.sql}), NULL, concat('[', arrayStringConcat(arrayPushFront(JSONExtractArrayRaw(ifNull(${a!.sql}, '')), ifNull(${value!.sql}, 'null')), ','), ']'))`,
});

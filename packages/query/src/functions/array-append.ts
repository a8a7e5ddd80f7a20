import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayAppendFunction = defineFunction({
  name: 'array_append',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'document' },
    { name: 'value', type: 'document' },
  ],
  returns: json,
  doc: 'The array with a value behind it.',
  examples: [{ sql: 'array_append(array_construct(1), 2)', value: [1, 2] }],
  clickhouse: ([a, value]) =>
    `if(isNull(${a!.sql}), NULL, concat('[', arrayStringConcat(arrayPushBack(JSONExtractArrayRaw(ifNull(${a!.sql}, '')), ifNull(${value!.sql}, 'null')), ','), ']'))`,
});

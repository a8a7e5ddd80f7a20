import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const arrayFlattenFunction = defineFunction({
  name: 'array_flatten',
  kind: 'scalar',
  params: [{ name: 'a', type: 'document' }],
  returns: json,
  doc: 'The elements of the arrays in an array, one level.',
  examples: [{ sql: "array_flatten(parse_json('[[1, 2], [3]]'))", value: [1, 2, 3] }],
  clickhouse: ([a]) =>
    `if(isNull(${a!.sql}), NULL, concat('[', arrayStringConcat(arrayFlatten(arrayMap(item -> JSONExtractArrayRaw(item), JSONExtractArrayRaw(ifNull(${a!.sql}, '')))), ','), ']'))`,
});

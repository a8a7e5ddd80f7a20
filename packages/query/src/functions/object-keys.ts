import { arrayOf, text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const objectKeysFunction = defineFunction({
  name: 'object_keys',
  kind: 'scalar',
  params: [{ name: 'value', type: 'json' }],
  returns: arrayOf(text),
  doc: 'Names of the fields of an object.',
  examples: [{ sql: 'object_keys(parse_json(\'{"a": 1, "b": 2}\'))', value: ['a', 'b'] }],
  clickhouse: ([value]) => `JSONExtractKeys(ifNull(${value!.sql}, ''))`,
});

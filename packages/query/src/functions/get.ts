import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const getFunction = defineFunction({
  name: 'get',
  kind: 'scalar',
  params: [
    { name: 'value', type: 'json' },
    { name: 'key', type: 'literalText' },
  ],
  returns: json,
  doc: 'Element of an array by its position (from 0), or value of an object by its key.',
  examples: [{ sql: "get(parse_json('{\"a\": 5}'), 'a')", value: 5 }],
  clickhouse: ([value, key]) =>
    typeof key!.constant === 'number'
      ? `nullIf(JSONExtractRaw(${value!.sql}, ${key!.constant + 1}), '')`
      : `nullIf(JSONExtractRaw(${value!.sql}, ${key!.sql}), '')`,
});

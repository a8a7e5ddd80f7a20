import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const toJsonFunction = defineFunction({
  name: 'to_json',
  aliases: ['to_json_string'],
  kind: 'scalar',
  params: [{ name: 'value', type: 'json' }],
  returns: text,
  doc: 'JSON text of a value.',
  examples: [{ sql: "to_json(array_construct('a'))", value: '["a"]' }],
  clickhouse: ([value]) => value!.sql,
});

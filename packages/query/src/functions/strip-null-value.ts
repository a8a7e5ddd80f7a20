import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const stripNullValueFunction = defineFunction({
  name: 'strip_null_value',
  kind: 'scalar',
  params: [{ name: 'value', type: 'json' }],
  returns: json,
  doc: 'The value; null for a JSON null.',
  examples: [
    { sql: "strip_null_value(parse_json('null'))", value: null },
    { sql: "strip_null_value(parse_json('1'))", value: 1 },
  ],
  clickhouse: ([value]) => `nullIf(${value!.sql}, 'null')`,
});

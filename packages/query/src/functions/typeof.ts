import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const typeofFunction = defineFunction({
  name: 'typeof',
  kind: 'scalar',
  params: [{ name: 'value', type: 'json' }],
  returns: text,
  doc: "Kind of a JSON value: 'OBJECT', 'ARRAY', 'VARCHAR', 'INTEGER', 'DOUBLE', 'BOOLEAN' or 'NULL_VALUE'.",
  examples: [
    { sql: "typeof(parse_json('[1]'))", value: 'ARRAY' },
    { sql: 'typeof(parse_json(\'"a"\'))', value: 'VARCHAR' },
  ],
  clickhouse: ([value]) =>
    `transform(toString(JSONType(ifNull(${value!.sql}, 'null'))), ['Object', 'Array', 'String', 'Int64', 'UInt64', 'Double', 'Bool', 'Null'], ['OBJECT', 'ARRAY', 'VARCHAR', 'INTEGER', 'INTEGER', 'DOUBLE', 'BOOLEAN', 'NULL_VALUE'], 'OTHER')`,
});

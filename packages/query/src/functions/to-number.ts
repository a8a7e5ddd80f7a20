import { float } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const toNumberFunction = defineFunction({
  name: 'to_number',
  aliases: [
    'to_double',
    'try_to_number',
    'try_to_double',
    'to_decimal',
    'to_numeric',
    'try_to_numeric',
    'try_to_decimal',
  ],
  kind: 'scalar',
  params: [{ name: 'value', type: 'number' }],
  returns: float,
  doc: 'Value as number; null when it is none.',
  examples: [
    { sql: "to_number('1.5')", value: 1.5 },
    { sql: "to_number('x')", value: null },
  ],
  clickhouse: ([value]) => value!.sql,
});

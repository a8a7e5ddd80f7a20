import { json } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const parseJsonFunction = defineFunction({
  name: 'parse_json',
  aliases: ['try_parse_json'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: json,
  doc: 'JSON value of a text; null when it is not JSON.',
  examples: [
    { sql: 'parse_json(\'{"a": [1]}\')', value: { a: [1] } },
    { sql: "parse_json('{')", value: null },
  ],
  clickhouse: ([s]) => `if(isValidJSON(ifNull(${s!.sql}, '')), ${s!.sql}, NULL)`,
});

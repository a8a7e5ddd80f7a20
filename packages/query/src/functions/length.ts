import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const lengthFunction = defineFunction({
  name: 'length',
  aliases: ['len', 'char_length'],
  kind: 'scalar',
  params: [{ name: 's', type: 'text' }],
  returns: integer,
  doc: 'Length of a text in characters.',
  examples: [{ sql: "length('é1')", value: 2 }],
  clickhouse: ([s]) => `toInt64(lengthUTF8(${s!.sql}))`,
});

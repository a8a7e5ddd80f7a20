import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const toVarcharFunction = defineFunction({
  name: 'to_varchar',
  aliases: ['to_char'],
  kind: 'scalar',
  params: [{ name: 'value', type: 'text' }],
  returns: text,
  doc: 'Value as text.',
  examples: [{ sql: 'to_varchar(5)', value: '5' }],
  clickhouse: ([value]) => value!.sql,
});

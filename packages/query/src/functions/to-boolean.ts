import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const toBooleanFunction = defineFunction({
  name: 'to_boolean',
  aliases: ['try_to_boolean'],
  kind: 'scalar',
  params: [{ name: 'value', type: 'boolean' }],
  returns: boolean,
  doc: 'Value as true or false; null when it is neither.',
  examples: [
    { sql: "to_boolean('TRUE')", value: true },
    { sql: "to_boolean('x')", value: null },
  ],
  clickhouse: ([value]) => value!.sql,
});

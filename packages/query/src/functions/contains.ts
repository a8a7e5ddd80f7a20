import { boolean } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const containsFunction = defineFunction({
  name: 'contains',
  kind: 'scalar',
  params: [
    { name: 's', type: 'text' },
    { name: 'part', type: 'text' },
  ],
  returns: boolean,
  doc: 'Whether a text occurs in another; upper and lower case differ.',
  examples: [
    { sql: "contains('haystack', 'st')", value: true },
    { sql: "contains('haystack', 'ST')", value: false },
  ],
  clickhouse: ([s, part]) => `(position(${s!.sql}, ${part!.sql}) > 0)`,
});

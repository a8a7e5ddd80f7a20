import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const monthnameFunction = defineFunction({
  name: 'monthname',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: text,
  doc: 'Short English name of the month, UTC.',
  examples: [{ sql: "monthname('2024-05-06 07:08:09'::timestamp)", value: 'May' }],
  clickhouse: ([t]) => `formatDateTime(${t!.sql}, '%b', 'UTC')`,
});

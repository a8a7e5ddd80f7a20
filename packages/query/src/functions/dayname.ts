import { text } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const daynameFunction = defineFunction({
  name: 'dayname',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: text,
  doc: 'Short English name of the day of the week, UTC.',
  examples: [{ sql: "dayname('2024-05-06 07:08:09'::timestamp)", value: 'Mon' }],
  clickhouse: ([t]) => `formatDateTime(${t!.sql}, '%a', 'UTC')`,
});

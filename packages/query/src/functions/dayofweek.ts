import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const dayofweekFunction = defineFunction({
  name: 'dayofweek',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'Day of the week as a number: Sunday is 0, UTC.',
  examples: [{ sql: "dayofweek('2024-05-06'::timestamp)", value: 1 }],
  clickhouse: ([t]) => `toInt64(toDayOfWeek(${t!.sql}, 0, 'UTC') % 7)`,
});

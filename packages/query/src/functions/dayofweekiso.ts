import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const dayofweekisoFunction = defineFunction({
  name: 'dayofweekiso',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'Day of the week as a number: Monday is 1, Sunday 7, UTC.',
  examples: [{ sql: "dayofweekiso('2024-05-05'::timestamp)", value: 7 }],
  clickhouse: ([t]) => `toInt64(toDayOfWeek(${t!.sql}, 0, 'UTC'))`,
});

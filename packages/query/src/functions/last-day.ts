import { timestamp } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const lastDayFunction = defineFunction({
  name: 'last_day',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: timestamp,
  doc: 'Midnight of the last day of the month, UTC.',
  examples: [{ sql: "last_day('2024-05-06 07:08:09'::timestamp)", value: '2024-05-31 00:00:00.000000000' }],
  clickhouse: ([t]) => `toDateTime64(toLastDayOfMonth(${t!.sql}, 'UTC'), 9, 'UTC')`,
});

import { timestamp } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { truncatedTo } from './time-units.ts';

export const dateFunction = defineFunction({
  name: 'date',
  aliases: ['to_date', 'try_to_date'],
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: timestamp,
  doc: 'Midnight of the day that holds the time, UTC.',
  examples: [{ sql: "date('2024-05-06 07:08:09'::timestamp)", value: '2024-05-06 00:00:00.000000000' }],
  clickhouse: ([t]) => truncatedTo('day', t!.sql),
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const weekFunction = defineFunction({
  name: 'week',
  aliases: ['weekofyear', 'weekiso'],
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'Number of the ISO week of the year, UTC.',
  examples: [{ sql: "week('2024-05-06 07:08:09'::timestamp)", value: 19 }],
  clickhouse: ([t]) => `toInt64(toISOWeek(${t!.sql}, 'UTC'))`,
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { partOf } from './time-units.ts';

export const dayFunction = defineFunction({
  name: 'day',
  aliases: ['dayofmonth'],
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'The day of a time as a number, UTC.',
  examples: [{ sql: "day('2024-05-06 07:08:09'::timestamp)", value: 6 }],
  clickhouse: ([t]) => partOf('day', t!.sql),
});

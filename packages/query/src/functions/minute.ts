import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { partOf } from './time-units.ts';

export const minuteFunction = defineFunction({
  name: 'minute',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'The minute of a time as a number, UTC.',
  examples: [{ sql: "minute('2024-05-06 07:08:09'::timestamp)", value: 8 }],
  clickhouse: ([t]) => partOf('minute', t!.sql),
});

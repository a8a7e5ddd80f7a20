import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { partOf } from './time-units.ts';

export const hourFunction = defineFunction({
  name: 'hour',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'The hour of a time as a number, UTC.',
  examples: [{ sql: "hour('2024-05-06 07:08:09'::timestamp)", value: 7 }],
  clickhouse: ([t]) => partOf('hour', t!.sql),
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { partOf } from './time-units.ts';

export const monthFunction = defineFunction({
  name: 'month',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'The month of a time as a number, UTC.',
  examples: [{ sql: "month('2024-05-06 07:08:09'::timestamp)", value: 5 }],
  clickhouse: ([t]) => partOf('month', t!.sql),
});

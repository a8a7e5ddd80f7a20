import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { partOf } from './time-units.ts';

export const yearFunction = defineFunction({
  name: 'year',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'The year of a time as a number, UTC.',
  examples: [{ sql: "year('2024-05-06 07:08:09'::timestamp)", value: 2024 }],
  clickhouse: ([t]) => partOf('year', t!.sql),
});

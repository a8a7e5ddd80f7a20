import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const dayofyearFunction = defineFunction({
  name: 'dayofyear',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'Day of the year, from 1, UTC.',
  examples: [{ sql: "dayofyear('2024-05-06 07:08:09'::timestamp)", value: 127 }],
  clickhouse: ([t]) => `toInt64(toDayOfYear(${t!.sql}, 'UTC'))`,
});

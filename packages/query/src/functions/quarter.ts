import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const quarterFunction = defineFunction({
  name: 'quarter',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'Quarter of the year, UTC.',
  examples: [{ sql: "quarter('2024-05-06 07:08:09'::timestamp)", value: 2 }],
  clickhouse: ([t]) => `toInt64(toQuarter(${t!.sql}, 'UTC'))`,
});

import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { partOf } from './time-units.ts';

export const secondFunction = defineFunction({
  name: 'second',
  kind: 'scalar',
  params: [{ name: 't', type: 'timestamp' }],
  returns: integer,
  doc: 'The second of a time as a number, UTC.',
  examples: [{ sql: "second('2024-05-06 07:08:09'::timestamp)", value: 9 }],
  clickhouse: ([t]) => partOf('second', t!.sql),
});

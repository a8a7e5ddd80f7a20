import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { partOf } from './time-units.ts';

export const datePartFunction = defineFunction({
  name: 'date_part',
  kind: 'scalar',
  params: [
    { name: 'unit', type: 'unit' },
    { name: 't', type: 'timestamp' },
  ],
  returns: integer,
  doc: 'A part of a time as a number: year, month, day, hour, minute, second, week, quarter.',
  examples: [{ sql: "date_part(hour, '2024-05-06 07:08:09'::timestamp)", value: 7 }],
  clickhouse: ([unit, t]) => partOf(String(unit!.constant), t!.sql),
});

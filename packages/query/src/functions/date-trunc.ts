import { timestamp } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { truncatedTo } from './time-units.ts';

export const dateTruncFunction = defineFunction({
  name: 'date_trunc',
  kind: 'scalar',
  params: [
    { name: 'unit', type: 'unit' },
    { name: 't', type: 'timestamp' },
  ],
  returns: timestamp,
  doc: 'Start of the unit that holds the time, UTC.',
  examples: [
    { sql: "date_trunc('hour', '2024-05-06 07:08:09'::timestamp)", value: '2024-05-06 07:00:00.000000000' },
    { sql: "date_trunc(month, '2024-05-06'::timestamp)", value: '2024-05-01 00:00:00.000000000' },
  ],
  clickhouse: ([unit, t]) => truncatedTo(String(unit!.constant), t!.sql),
});

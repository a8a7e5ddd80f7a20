import { timestamp } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { shiftedBy } from './time-units.ts';

export const dateaddFunction = defineFunction({
  name: 'dateadd',
  aliases: ['date_add', 'timestampadd', 'timeadd'],
  kind: 'scalar',
  params: [
    { name: 'unit', type: 'unit' },
    { name: 'count', type: 'integer' },
    { name: 't', type: 'timestamp' },
  ],
  returns: timestamp,
  doc: 'Time moved by so many units.',
  examples: [
    { sql: "dateadd(day, -1, '2024-03-01'::timestamp)", value: '2024-02-29 00:00:00.000000000' },
    { sql: "dateadd('hour', 2, '2024-03-01 23:00:00'::timestamp)", value: '2024-03-02 01:00:00.000000000' },
  ],
  clickhouse: ([unit, count, t]) => shiftedBy(String(unit!.constant), count!.sql, t!.sql),
});

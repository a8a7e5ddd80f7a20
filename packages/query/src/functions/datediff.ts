import { integer } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const datediffFunction = defineFunction({
  name: 'datediff',
  aliases: ['timestampdiff', 'timediff'],
  kind: 'scalar',
  params: [
    { name: 'unit', type: 'unit' },
    { name: 'from', type: 'timestamp' },
    { name: 'to', type: 'timestamp' },
  ],
  returns: integer,
  doc: 'Number of unit borders between two times.',
  examples: [
    { sql: "datediff(hour, '2024-01-01 10:59:00'::timestamp, '2024-01-01 11:01:00'::timestamp)", value: 1 },
  ],
  clickhouse: ([unit, from, to]) => `toInt64(dateDiff('${unit!.constant}', ${from!.sql}, ${to!.sql}, 'UTC'))`,
});

import { timestamp } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const toTimestampFunction = defineFunction({
  name: 'to_timestamp',
  aliases: ['try_to_timestamp', 'to_timestamp_ntz', 'to_timestamp_tz', 'to_timestamp_ltz'],
  kind: 'scalar',
  params: [{ name: 'value', type: 'timestamp' }],
  returns: timestamp,
  doc: 'Time from text or from seconds since 1970; null when it cannot be read.',
  examples: [
    { sql: "to_timestamp('2024-01-02T03:04:05Z')", value: '2024-01-02 03:04:05.000000000' },
    { sql: 'to_timestamp(1700000000)', value: '2023-11-14 22:13:20.000000000' },
    { sql: "to_timestamp('soon')", value: null },
  ],
  clickhouse: ([t]) => t!.sql,
});

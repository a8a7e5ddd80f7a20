import { timestamp } from '../ir/types.ts';
import { defineFunction } from './define.ts';

export const dateFromPartsFunction = defineFunction({
  name: 'date_from_parts',
  aliases: ['datefromparts'],
  kind: 'scalar',
  params: [
    { name: 'year', type: 'integer' },
    { name: 'month', type: 'integer' },
    { name: 'day', type: 'integer' },
  ],
  returns: timestamp,
  doc: 'Midnight of a day, UTC; months and days beyond their range count on.',
  examples: [
    { sql: 'date_from_parts(2024, 14, 1)', value: '2025-02-01 00:00:00.000000000' },
    { sql: 'date_from_parts(2024, 3, 0)', value: '2024-02-29 00:00:00.000000000' },
  ],
  clickhouse: ([year, month, day]) =>
    `(toDateTime64('1970-01-01', 9, 'UTC') + toIntervalMonth((${year!.sql} - 1970) * 12 + ${month!.sql} - 1) + toIntervalDay(${day!.sql} - 1))`,
});

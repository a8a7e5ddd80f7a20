import { timestamp } from '../ir/types.ts';
import { defineFunction } from './define.ts';
import { isSlotSize, slotOf } from './time-units.ts';

export const timeSliceFunction = defineFunction({
  name: 'time_slice',
  kind: 'scalar',
  params: [
    { name: 't', type: 'timestamp' },
    { name: 'count', type: 'literalNumber' },
    { name: 'unit', type: 'unit' },
  ],
  returns: timestamp,
  doc: 'Start of the slot of so many units that holds the time; slots count from 1970-01-01 UTC.',
  examples: [
    {
      sql: "time_slice('2024-05-06 07:08:09'::timestamp, 15, 'minute')",
      value: '2024-05-06 07:00:00.000000000',
    },
  ],
  check: ([, count, unit]) => isSlotSize(count, unit),
  clickhouse: ([t, count, unit]) => slotOf(t!.sql, Number(count!.constant), String(unit!.constant)),
});

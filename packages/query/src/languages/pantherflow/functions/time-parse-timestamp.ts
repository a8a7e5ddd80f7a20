import { refuse } from '../../../diagnostics.ts';
import { readTimestamp } from '../../../ir/timestamps.ts';
import { timestamp } from '../../../ir/types.ts';
import { call, constant, nullOf } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { invalid } from './shared.ts';

import type { Typed } from '../typed.ts';

function constantTime(value: Typed): Typed {
  if (value.type.kind !== 'string') refuse(value.span, 'type.mismatch', 'time.parse_timestamp reads text.');
  const time = readTimestamp(String(value.constant!.value));
  if (time === undefined) invalid(value, 'This is no time. Write it as 2024-05-06 07:08:09Z.');
  return constant(time, timestamp, value.span);
}

export const timeParseTimestampFunction = defineFlowFunction({
  name: 'time.parse_timestamp',
  kind: 'scalar',
  params: [{ name: 's', type: 'any' }],
  returns: 'timestamp',
  doc: 'Time of a text such as `2024-05-06 07:08:09.5Z`; no zone means UTC, a date alone is midnight. A timestamp stays.',
  examples: [
    { flow: "time.parse_timestamp('2024-05-06T07:08:09+02:00')", value: '2024-05-06 05:08:09.000000000' },
    { flow: "time.parse_timestamp('2024-05-06')", value: '2024-05-06 00:00:00.000000000' },
  ],

  lower: ([s]) => {
    if (s!.type.kind === 'timestamp' || s!.type.kind === 'null') return s!;
    if (s!.constant) return constantTime(s!);
    if (s!.type.kind === 'string') return call('text_to_timestamp', timestamp, [s!]);
    return s!.type.kind === 'json' ? call('json_timestamp', timestamp, [s!]) : nullOf(timestamp, s);
  },
});

import { timestamp } from '../../../ir/types.ts';
import { typed } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { byUnit } from './shared.ts';

export const timeTruncFunction = defineFlowFunction({
  name: 'time.trunc',
  kind: 'scalar',
  params: [
    { name: 'unit', type: 'unit' },
    { name: 't', type: 'timestamp' },
  ],
  returns: 'timestamp',
  doc: 'Start of the unit that holds the time.',
  examples: [
    {
      flow: "time.trunc('hour', time.parse_timestamp('2024-05-06 07:08:09Z'))",
      value: '2024-05-06 07:00:00.000000000',
    },
  ],

  lower: ([unit, t]) =>
    byUnit(unit!, timestamp, (name) =>
      typed({ kind: 'call', fn: 'date_trunc', args: [name, t!.expression] }, timestamp),
    ),
});

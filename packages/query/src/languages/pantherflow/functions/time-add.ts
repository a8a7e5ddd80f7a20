import { timestamp } from '../../../ir/types.ts';
import { typed } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { byUnit } from './shared.ts';

export const timeAddFunction = defineFlowFunction({
  name: 'time.add',
  kind: 'scalar',
  params: [
    { name: 't', type: 'timestamp' },
    { name: 'n', type: 'int' },
    { name: 'unit', type: 'unit' },
  ],
  returns: 'timestamp',
  doc: 'Time moved by n units; n may be negative.',
  examples: [
    {
      flow: "time.add(time.parse_timestamp('2024-01-31'), 1, 'month')",
      value: '2024-02-29 00:00:00.000000000',
    },
  ],

  lower: ([t, n, unit]) =>
    byUnit(unit!, timestamp, (name) =>
      typed({ kind: 'call', fn: 'dateadd', args: [name, n!.expression, t!.expression] }, timestamp),
    ),
});

import { integer } from '../../../ir/types.ts';
import { typed } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { byUnit } from './shared.ts';

export const timeDiffFunction = defineFlowFunction({
  name: 'time.diff',
  kind: 'scalar',
  params: [
    { name: 'unit', type: 'unit' },
    { name: 'a', type: 'timestamp' },
    { name: 'b', type: 'timestamp' },
  ],
  returns: 'int',
  doc: 'The second time minus the first, as the number of unit borders between them.',
  examples: [
    {
      flow: "time.diff('hour', time.parse_timestamp('2024-01-01 10:59:00'), time.parse_timestamp('2024-01-01 11:01:00'))",
      value: 1,
    },
  ],

  lower: ([unit, a, b]) =>
    byUnit(unit!, integer, (name) =>
      typed({ kind: 'call', fn: 'datediff', args: [name, a!.expression, b!.expression] }, integer),
    ),
});

import { timestamp } from '../../../ir/types.ts';
import { typed } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { byUnit, invalid } from './shared.ts';

export const timeSliceFunction = defineFlowFunction({
  name: 'time.slice',
  kind: 'scalar',
  params: [
    { name: 't', type: 'timestamp' },
    { name: 'n', type: 'int' },
    { name: 'unit', type: 'unit' },
  ],
  returns: 'timestamp',
  doc: 'Start of the slot of n units that holds the time; slots count from 1970-01-01.',
  examples: [
    {
      flow: "time.slice(time.parse_timestamp('2024-05-06 07:23:09Z'), 15, 'm')",
      value: '2024-05-06 07:15:00.000000000',
    },
  ],

  lower: ([t, n, unit]) => {
    const count = n!.constant?.value;
    if (typeof count === 'number' && count < 1) invalid(n!, 'A slot has at least one unit.');
    return byUnit(unit!, timestamp, (name) =>
      typed({ kind: 'call', fn: 'time_slot', args: [t!.expression, n!.expression, name] }, timestamp),
    );
  },
});

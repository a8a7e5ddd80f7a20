import { float } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const mathRoundFunction = defineFlowFunction({
  name: 'math.round',
  kind: 'scalar',
  params: [
    { name: 'x', type: 'number' },
    { name: 'digits', type: 'int', optional: true },
  ],
  returns: 'number',
  doc: 'Rounded to so many decimals (default 0), halves away from zero.',
  examples: [
    { flow: 'math.round(2.5)', value: 3 },
    { flow: 'math.round(-1.234, 2)', value: -1.23 },
  ],

  lower: ([x, digits]) => call('round', float, digits ? [x!, digits] : [x!]),
});

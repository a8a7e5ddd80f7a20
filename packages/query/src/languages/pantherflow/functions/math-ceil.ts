import { integer } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const mathCeilFunction = defineFlowFunction({
  name: 'math.ceil',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: 'int',
  doc: 'Next whole number upwards.',
  examples: [{ flow: 'math.ceil(1.2)', value: 2 }],

  lower: ([a]) => call('ceil', integer, [a!]),
});

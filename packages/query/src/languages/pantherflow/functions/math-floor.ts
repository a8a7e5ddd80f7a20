import { integer } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const mathFloorFunction = defineFlowFunction({
  name: 'math.floor',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: 'int',
  doc: 'Next whole number downwards.',
  examples: [{ flow: 'math.floor(-1.2)', value: -2 }],

  lower: ([a]) => call('floor', integer, [a!]),
});

import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const mathAbsFunction = defineFlowFunction({
  name: 'math.abs',
  kind: 'scalar',
  params: [{ name: 'x', type: 'number' }],
  returns: 'number',
  doc: 'The value without its sign.',
  examples: [{ flow: 'math.abs(-2)', value: 2 }],

  lower: ([x]) => call('abs', x!.type, [x!]),
});

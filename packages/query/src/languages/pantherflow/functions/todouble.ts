import { float } from '../../../ir/types.ts';
import { call, nullOf } from '../typed.ts';
import { isReadable } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const todoubleFunction = defineFlowFunction({
  name: 'todouble',
  kind: 'scalar',
  params: [{ name: 'x', type: 'any' }],
  returns: 'double',
  doc: 'The value as number; null when it is none.',
  examples: [
    { flow: "todouble('1.5')", value: 1.5 },
    { flow: "todouble('x')", value: null },
  ],

  lower: ([x]) => (isReadable(x!) ? call('json_to_double', float, [x!]) : nullOf(float, x)),
});

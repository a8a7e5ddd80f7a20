import { boolean } from '../../../ir/types.ts';
import { call, nullOf } from '../typed.ts';
import { isReadable } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const toboolFunction = defineFlowFunction({
  name: 'tobool',
  kind: 'scalar',
  params: [{ name: 'x', type: 'any' }],
  returns: 'bool',
  doc: 'The value as truth value; null when it is neither.',
  examples: [
    { flow: "tobool('TRUE')", value: true },
    { flow: 'tobool(0)', value: false },
    { flow: "tobool('x')", value: null },
  ],

  lower: ([x]) => (isReadable(x!) ? call('json_to_boolean', boolean, [x!]) : nullOf(boolean, x)),
});

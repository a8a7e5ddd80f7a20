import { integer } from '../../../ir/types.ts';
import { call, isInt, nullOf } from '../typed.ts';
import { isReadable } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const tointFunction = defineFlowFunction({
  name: 'toint',
  kind: 'scalar',
  params: [{ name: 'x', type: 'any' }],
  returns: 'int',
  doc: 'The value as whole number; null when it is none.',
  examples: [
    { flow: "toint('42')", value: 42 },
    { flow: 'toint(-1.9)', value: -1 },
    { flow: 'toint(true)', value: 1 },
    { flow: "toint('x')", value: null },
  ],

  lower: ([x]) =>
    isInt(x!.type) ? x! : isReadable(x!) ? call('json_to_int', integer, [x!]) : nullOf(integer, x),
});

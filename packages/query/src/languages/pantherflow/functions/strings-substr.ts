import { integer, text } from '../../../ir/types.ts';
import { call, intConstant } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsSubstrFunction = defineFlowFunction({
  name: 'strings.substr',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'start', type: 'int' },
    { name: 'count', type: 'int', optional: true },
  ],
  returns: 'string',
  doc: 'Part of a text from a position (the first character is 0), to its end or so many characters.',
  examples: [
    { flow: "strings.substr('hello', 1, 3)", value: 'ell' },
    { flow: "strings.substr('hello', 3)", value: 'lo' },
  ],

  lower: ([s, start, count]) => {
    const from = call('add', integer, [call('greatest', integer, [start!, intConstant(0)]), intConstant(1)]);
    return call('substr', text, count ? [s!, from, count] : [s!, from]);
  },
});

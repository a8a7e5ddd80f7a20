import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsReplaceFunction = defineFlowFunction({
  name: 'strings.replace',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'from', type: 'string' },
    { name: 'to', type: 'string' },
  ],
  returns: 'string',
  doc: 'Every occurrence of one text replaced by another.',
  examples: [{ flow: "strings.replace('a-b-c', '-', '+')", value: 'a+b+c' }],

  lower: ([a, b, c]) => call('replace', text, [a!, b!, c!]),
});

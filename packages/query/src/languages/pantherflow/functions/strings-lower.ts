import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsLowerFunction = defineFlowFunction({
  name: 'strings.lower',
  kind: 'scalar',
  params: [{ name: 's', type: 'string' }],
  returns: 'string',
  doc: 'The text in lower case.',
  examples: [{ flow: "strings.lower('ÄB')", value: 'äb' }],

  lower: ([a]) => call('lower', text, [a!]),
});

import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsUpperFunction = defineFlowFunction({
  name: 'strings.upper',
  kind: 'scalar',
  params: [{ name: 's', type: 'string' }],
  returns: 'string',
  doc: 'The text in upper case.',
  examples: [{ flow: "strings.upper('äb')", value: 'ÄB' }],

  lower: ([a]) => call('upper', text, [a!]),
});

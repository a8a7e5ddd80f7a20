import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsTrimFunction = defineFlowFunction({
  name: 'strings.trim',
  kind: 'scalar',
  params: [{ name: 's', type: 'string' }],
  returns: 'string',
  doc: 'The text without blanks at both ends.',
  examples: [{ flow: "strings.trim('  a b ')", value: 'a b' }],

  lower: ([a]) => call('trim', text, [a!]),
});

import { integer } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const reCountFunction = defineFlowFunction({
  name: 're.count',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'p', type: 'pattern' },
  ],
  returns: 'int',
  doc: 'How often a regular expression (RE2) occurs.',
  examples: [{ flow: "re.count('a,b,c', ',')", value: 2 }],

  lower: ([a, b]) => call('regexp_count', integer, [a!, b!]),
});

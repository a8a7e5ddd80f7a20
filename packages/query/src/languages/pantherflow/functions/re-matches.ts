import { boolean } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const reMatchesFunction = defineFlowFunction({
  name: 're.matches',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'p', type: 'pattern' },
  ],
  returns: 'bool',
  doc: 'Whether a regular expression (RE2) fits some part of a text.',
  examples: [{ flow: "re.matches('10.1.2.3', '^10\\\\.')", value: true }],

  lower: ([a, b]) => call('regexp_occurs', boolean, [a!, b!]),
});

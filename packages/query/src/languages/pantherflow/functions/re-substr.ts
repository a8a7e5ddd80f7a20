import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const reSubstrFunction = defineFlowFunction({
  name: 're.substr',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'p', type: 'pattern' },
  ],
  returns: 'string',
  doc: 'First part of a text that fits a regular expression (RE2); null without one.',
  examples: [
    { flow: "re.substr('id=42', '\\\\d+')", value: '42' },
    { flow: "re.substr('x', '\\\\d+')", value: null },
  ],

  lower: ([a, b]) => call('regexp_substr', text, [a!, b!]),
});

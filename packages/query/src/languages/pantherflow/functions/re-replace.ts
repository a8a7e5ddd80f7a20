import { refuse } from '../../../diagnostics.ts';
import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const reReplaceFunction = defineFlowFunction({
  name: 're.replace',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'p', type: 'pattern' },
    { name: 'r', type: 'string' },
  ],
  returns: 'string',
  doc: 'Every part that fits a regular expression (RE2) replaced; `\\\\1` inserts a group.',
  examples: [
    { flow: "re.replace('a  b', '\\\\s+', ' ')", value: 'a b' },
    { flow: "re.replace('k=v', '(k)=(v)', '\\\\2=\\\\1')", value: 'v=k' },
  ],

  lower: ([s, p, r]) => {
    if (!r!.constant) refuse(r!.span, 'type.mismatch', 'The replacement must be a constant text.');
    return call('regexp_replace', text, [s!, p!, r!]);
  },
});

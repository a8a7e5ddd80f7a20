import { text } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsJoinFunction = defineFlowFunction({
  name: 'strings.join',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'sep', type: 'string' },
  ],
  returns: 'string',
  doc: 'Elements joined with a separator between them; nulls are left out.',
  examples: [{ flow: "strings.join(['a', null, 2], ',')", value: 'a,2' }],

  lower: ([a, b]) => call('json_array_join', text, [a!, b!]),
});

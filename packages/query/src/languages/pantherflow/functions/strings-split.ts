import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsSplitFunction = defineFlowFunction({
  name: 'strings.split',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'sep', type: 'string' },
  ],
  returns: '[string]',
  doc: 'Parts of a text between separators; an empty separator gives one part.',
  examples: [
    { flow: "strings.split('a,b', ',')", value: ['a', 'b'] },
    { flow: "strings.split('ab', '')", value: ['ab'] },
  ],

  lower: ([a, b]) => call('json_split', json, [a!, b!]),
});

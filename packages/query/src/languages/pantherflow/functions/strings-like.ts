import { boolean } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsLikeFunction = defineFlowFunction({
  name: 'strings.like',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'pattern', type: 'string' },
  ],
  returns: 'bool',
  doc: 'Whether the whole text fits a pattern: `%` is any run of characters, `_` one character.',
  examples: [
    { flow: "strings.like('admin', 'adm_n%')", value: true },
    { flow: "strings.like('Admin', 'adm%')", value: false },
  ],

  lower: ([a, b]) => call('like', boolean, [a!, b!]),
});

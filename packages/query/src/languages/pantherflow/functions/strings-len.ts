import { integer } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsLenFunction = defineFlowFunction({
  name: 'strings.len',
  kind: 'scalar',
  params: [{ name: 's', type: 'string' }],
  returns: 'int',
  doc: 'Number of characters.',
  examples: [{ flow: "strings.len('größe')", value: 5 }],

  lower: ([a]) => call('length', integer, [a!]),
});

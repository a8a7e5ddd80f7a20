import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysFlattenFunction = defineFlowFunction({
  name: 'arrays.flatten',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: '[any]',
  doc: 'Inner arrays joined, one level; other elements stay.',
  examples: [{ flow: 'arrays.flatten([[1, [2]], 3])', value: [1, [2], 3] }],

  lower: ([a]) => call('json_flatten', json, [a!]),
});

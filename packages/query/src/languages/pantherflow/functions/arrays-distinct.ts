import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysDistinctFunction = defineFlowFunction({
  name: 'arrays.distinct',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: '[any]',
  doc: 'Different elements in order of first appearance.',
  examples: [{ flow: 'arrays.distinct([2, 1, 2])', value: [2, 1] }],

  lower: ([a]) => call('json_array_distinct', json, [a!]),
});

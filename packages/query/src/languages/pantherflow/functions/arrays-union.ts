import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysUnionFunction = defineFlowFunction({
  name: 'arrays.union',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'b', type: 'array' },
  ],
  returns: '[any]',
  doc: 'Different elements of both arrays in order of first appearance.',
  examples: [{ flow: 'arrays.union([1, 2], [2, 3])', value: [1, 2, 3] }],

  lower: ([a, b]) => call('json_array_union', json, [a!, b!]),
});

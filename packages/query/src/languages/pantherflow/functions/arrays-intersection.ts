import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysIntersectionFunction = defineFlowFunction({
  name: 'arrays.intersection',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'b', type: 'array' },
  ],
  returns: '[any]',
  doc: 'Elements of the first array that are in the second.',
  examples: [{ flow: 'arrays.intersection([1, 2, 2], [2])', value: [2, 2] }],

  lower: ([a, b]) => call('json_array_intersection', json, [a!, b!]),
});

import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysDifferenceFunction = defineFlowFunction({
  name: 'arrays.difference',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'b', type: 'array' },
  ],
  returns: '[any]',
  doc: 'Elements of the first array that are not in the second.',
  examples: [{ flow: 'arrays.difference([1, 2], [2])', value: [1] }],

  lower: ([a, b]) => call('json_array_difference', json, [a!, b!]),
});

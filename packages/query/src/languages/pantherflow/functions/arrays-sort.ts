import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysSortFunction = defineFlowFunction({
  name: 'arrays.sort',
  kind: 'scalar',
  params: [{ name: 'a', type: 'array' }],
  returns: '[any]',
  doc: 'Elements in ascending order, nulls last.',
  examples: [{ flow: 'arrays.sort([2, null, 10, 1])', value: [1, 2, 10, null] }],

  lower: ([a]) => call('json_array_sort', json, [a!]),
});

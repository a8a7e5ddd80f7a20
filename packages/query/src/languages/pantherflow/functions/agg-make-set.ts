import { json } from '../../../ir/types.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate } from './shared.ts';

export const aggMakeSetFunction = defineFlowFunction({
  name: 'agg.make_set',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: '[any]',
  doc: 'Array of the different values that are not null, in no order.',
  examples: [{ flow: 'arrays.sort(agg.make_set(x))', value: [1, 2] }],

  lower: ([x]) => aggregate('json_make_set', json, [x!]),
});

import { float, integer } from '../../../ir/types.ts';
import { isInt } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate } from './shared.ts';

export const aggSumFunction = defineFlowFunction({
  name: 'agg.sum',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'number' }],
  returns: 'number',
  doc: 'Sum; null without values.',
  examples: [{ flow: 'agg.sum(x)', value: 5 }],

  lower: ([x]) => aggregate('sum', isInt(x!.type) ? integer : float, [x!]),
});

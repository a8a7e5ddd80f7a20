import { float } from '../../../ir/types.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate } from './shared.ts';

export const aggAvgFunction = defineFlowFunction({
  name: 'agg.avg',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'number' }],
  returns: 'double',
  doc: 'Mean; null without values.',
  examples: [{ flow: 'agg.avg(x + 1)', value: 2.6666666666666665 }],

  lower: ([x]) => aggregate('avg', float, [x!]),
});

import { float } from '../../../ir/types.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate } from './shared.ts';

export const aggStddevFunction = defineFlowFunction({
  name: 'agg.stddev',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'number' }],
  returns: 'double',
  doc: 'Standard deviation of a sample; null below two values.',
  examples: [{ flow: 'agg.stddev(x)', value: 0.5773502691896257 }],

  lower: ([x]) => aggregate('stddev', float, [x!]),
});

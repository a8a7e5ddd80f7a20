import { refuse } from '../../../diagnostics.ts';
import { float } from '../../../ir/types.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate, invalid } from './shared.ts';

export const aggPercentileContFunction = defineFlowFunction({
  name: 'agg.percentile_cont',
  kind: 'aggregate',
  params: [
    { name: 'x', type: 'number' },
    { name: 'p', type: 'number' },
  ],
  returns: 'double',
  doc: 'Interpolated percentile; p is from 0 to 1.',
  examples: [{ flow: 'agg.percentile_cont(x, 0.5)', value: 2 }],

  lower: ([x, p]) => {
    const share = Number(p!.constant?.value ?? Number.NaN);
    if (!p!.constant) refuse(p!.span, 'type.mismatch', 'The share must be a constant.');
    if (!(share >= 0 && share <= 1)) invalid(p!, 'The share must be a number from 0 to 1.');
    return aggregate('percentile', float, [x!, p!]);
  },
});

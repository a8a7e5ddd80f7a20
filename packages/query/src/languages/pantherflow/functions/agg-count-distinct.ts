import { integer } from '../../../ir/types.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate, hasOneSpelling } from './shared.ts';

export const aggCountDistinctFunction = defineFlowFunction({
  name: 'agg.count_distinct',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: 'int',
  doc: 'Exact number of different values that are not null.',
  examples: [{ flow: 'agg.count_distinct(x)', value: 2 }],

  lower: ([x]) =>
    hasOneSpelling(x!)
      ? aggregate('count', integer, [x!], { distinct: true })
      : aggregate('json_count_distinct', integer, [x!]),
});

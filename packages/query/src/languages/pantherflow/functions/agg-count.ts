import { integer } from '../../../ir/types.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate, hasOneSpelling } from './shared.ts';

export const aggCountFunction = defineFlowFunction({
  name: 'agg.count',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any', optional: true }],
  returns: 'int',
  doc: 'Rows of the group, or rows where the value is not null.',
  examples: [
    { flow: 'agg.count()', value: 4 },
    { flow: 'agg.count(x)', value: 3 },
  ],

  lower: ([x]) => {
    if (!x) return aggregate('count', integer, []);
    return aggregate(hasOneSpelling(x) ? 'count' : 'json_count', integer, [x]);
  },
});

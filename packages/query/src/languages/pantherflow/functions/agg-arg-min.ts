import { json } from '../../../ir/types.ts';
import { isDocument } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate, restored } from './shared.ts';

export const aggArgMinFunction = defineFlowFunction({
  name: 'agg.arg_min',
  kind: 'aggregate',
  params: [
    { name: 'by', type: 'any' },
    { name: 'x', type: 'any' },
  ],
  returns: 'any',
  doc: 'The second value in the row where the first is smallest.',
  examples: [{ flow: 'agg.arg_min(x, 10 * x)', value: 10 }],

  lower: ([by, x]) => {
    const fn = isDocument(by!.type) ? 'json_arg_min' : 'arg_min';
    return restored(aggregate(fn, json, [by!, x!]), x!.type);
  },
});

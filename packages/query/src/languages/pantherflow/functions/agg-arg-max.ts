import { json } from '../../../ir/types.ts';
import { isDocument } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate, restored } from './shared.ts';

export const aggArgMaxFunction = defineFlowFunction({
  name: 'agg.arg_max',
  kind: 'aggregate',
  params: [
    { name: 'by', type: 'any' },
    { name: 'x', type: 'any' },
  ],
  returns: 'any',
  doc: 'The second value in the row where the first is largest.',
  examples: [{ flow: 'agg.arg_max(x, 10 * x)', value: 20 }],

  lower: ([by, x]) => {
    const fn = isDocument(by!.type) ? 'json_arg_max' : 'arg_max';
    return restored(aggregate(fn, json, [by!, x!]), x!.type);
  },
});

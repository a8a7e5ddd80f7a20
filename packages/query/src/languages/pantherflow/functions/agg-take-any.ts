import { json } from '../../../ir/types.ts';
import { defineFlowFunction } from './define.ts';
import { aggregate, restored } from './shared.ts';

export const aggTakeAnyFunction = defineFlowFunction({
  name: 'agg.take_any',
  kind: 'aggregate',
  params: [{ name: 'x', type: 'any' }],
  returns: 'any',
  doc: 'Some value of the group that is not null, if there is one.',
  examples: [{ flow: 'agg.take_any(if(x == 1, x))', value: 1 }],

  lower: ([x]) => restored(aggregate('json_any_value', json, [x!]), x!.type),
});

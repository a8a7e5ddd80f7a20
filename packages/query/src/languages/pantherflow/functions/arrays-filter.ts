import { json } from '../../../ir/types.ts';
import { asBoolValue, typed } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysFilterFunction = defineFlowFunction({
  name: 'arrays.filter',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'f', type: 'fn' },
  ],
  returns: '[any]',
  doc: 'Elements for which a function is true.',
  examples: [{ flow: 'arrays.filter([1, null, 3], fn (x) { x != null })', value: [1, 3] }],

  lower: ([a, f]) =>
    typed(
      {
        kind: 'call',
        fn: 'json_filter',
        args: [
          a!.expression,
          { kind: 'lambda', params: f!.lambda!.params, body: asBoolValue(f!.lambda!.body).expression },
        ],
      },
      json,
    ),
});

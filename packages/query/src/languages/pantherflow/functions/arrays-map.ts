import { json } from '../../../ir/types.ts';
import { asDocumentValue, typed } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysMapFunction = defineFlowFunction({
  name: 'arrays.map',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'f', type: 'fn' },
  ],
  returns: '[any]',
  doc: 'What a function makes of every element.',
  examples: [
    { flow: 'arrays.map([1, 2], fn (x) { x + 1 })', value: [2, 3] },
    { flow: 'arrays.map(null, fn (x) { x })', value: null },
  ],

  lower: ([a, f]) =>
    typed(
      {
        kind: 'call',
        fn: 'json_map',
        args: [
          a!.expression,
          { kind: 'lambda', params: f!.lambda!.params, body: asDocumentValue(f!.lambda!.body).expression },
        ],
      },
      json,
    ),
});

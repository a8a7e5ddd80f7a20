import { integer, json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const arraysLenFunction = defineFlowFunction({
  name: 'arrays.len',
  kind: 'scalar',
  params: [{ name: 'a', type: 'any' }],
  returns: 'int',
  doc: 'Number of elements of an array, or of the array that a JSON text holds.',
  examples: [
    { flow: 'arrays.len([1, 2])', value: 2 },
    { flow: "arrays.len('[1]')", value: 1 },
    { flow: 'arrays.len(5)', value: null },
  ],

  lower: ([a]) => call('json_length', integer, [call('json_parsed', json, [a!])]),
});

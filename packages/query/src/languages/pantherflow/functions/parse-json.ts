import { json } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const parseJsonFunction = defineFlowFunction({
  name: 'parse_json',
  kind: 'scalar',
  params: [{ name: 's', type: 'string' }],
  returns: 'any',
  doc: 'The value that a JSON text holds; null when it is not JSON.',
  examples: [
    { flow: 'parse_json(\'{"a": [1]}\')', value: { a: [1] } },
    { flow: "parse_json('{')", value: null },
  ],

  lower: ([a]) => call('json_parsed', json, [a!]),
});

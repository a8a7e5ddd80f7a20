import { boolean } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsContainsFunction = defineFlowFunction({
  name: 'strings.contains',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'sub', type: 'string' },
  ],
  returns: 'bool',
  doc: 'Whether a text occurs in another; upper and lower case differ.',
  examples: [
    { flow: "strings.contains('curl -s', 'curl')", value: true },
    { flow: "strings.contains('Curl', 'curl')", value: false },
    { flow: "strings.contains(null, 'a')", value: null },
  ],

  lower: ([a, b]) => call('contains', boolean, [a!, b!]),
});

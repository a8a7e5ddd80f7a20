import { boolean } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsStartsWithFunction = defineFlowFunction({
  name: 'strings.starts_with',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'prefix', type: 'string' },
  ],
  returns: 'bool',
  doc: 'Whether a text begins with another; upper and lower case differ.',
  examples: [{ flow: "strings.starts_with('arn:aws', 'arn:')", value: true }],

  lower: ([a, b]) => call('startswith', boolean, [a!, b!]),
});

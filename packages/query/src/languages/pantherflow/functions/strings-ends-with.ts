import { boolean } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsEndsWithFunction = defineFlowFunction({
  name: 'strings.ends_with',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'suffix', type: 'string' },
  ],
  returns: 'bool',
  doc: 'Whether a text ends with another; upper and lower case differ.',
  examples: [{ flow: "strings.ends_with('run.exe', '.exe')", value: true }],

  lower: ([a, b]) => call('endswith', boolean, [a!, b!]),
});

import { boolean } from '../../../ir/types.ts';
import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const stringsIlikeFunction = defineFlowFunction({
  name: 'strings.ilike',
  kind: 'scalar',
  params: [
    { name: 's', type: 'string' },
    { name: 'pattern', type: 'string' },
  ],
  returns: 'bool',
  doc: 'As `strings.like`, ignoring case.',
  examples: [{ flow: "strings.ilike('Ann@example.com', '%@EXAMPLE.%')", value: true }],

  lower: ([a, b]) => call('ilike', boolean, [a!, b!]),
});

import { timestampText } from '../../../ir/timestamps.ts';
import { timestamp } from '../../../ir/types.ts';
import { constant } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const timeNowFunction = defineFlowFunction({
  name: 'time.now',
  kind: 'scalar',
  params: [],
  returns: 'timestamp',
  doc: 'The current time; the same everywhere in one query.',
  examples: [{ flow: 'time.now() == time.now()', value: true }],

  lower: (_args, { now }) => constant(timestampText(now.getTime()), timestamp),
});

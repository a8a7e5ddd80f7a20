import { timestampText } from '../../../ir/timestamps.ts';
import { timestamp } from '../../../ir/types.ts';
import { movedBy } from '../times.ts';
import { constant } from '../typed.ts';
import { defineFlowFunction } from './define.ts';

export const timeAgoFunction = defineFlowFunction({
  name: 'time.ago',
  kind: 'scalar',
  params: [{ name: 'span', type: 'timespan' }],
  returns: 'timestamp',
  doc: 'The current time minus a span.',
  examples: [{ flow: 'time.ago(1d) < time.now()', value: true }],

  lower: ([span], { now }) => movedBy(constant(timestampText(now.getTime()), timestamp), span!, -1),
});

import { readTimespan } from '../timespan.ts';
import { call, constant, nullOf, timespan } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { invalid } from './shared.ts';

export const timeParseTimespanFunction = defineFlowFunction({
  name: 'time.parse_timespan',
  kind: 'scalar',
  params: [{ name: 's', type: 'string' }],
  returns: 'timespan',
  doc: 'Span of a text such as `30m`, written as in a literal.',
  examples: [{ flow: "time.parse_timespan('24h') == 1d", value: true }],

  lower: ([s]) => {
    if (s!.constant === undefined) return call('text_to_timespan', timespan, [s!]);
    if (s!.constant.value === null) return nullOf(timespan, s);
    const span = readTimespan(String(s!.constant.value));
    if (span === undefined) invalid(s!, 'This is no span. Write a number and a unit, such as 30m or 1.5h.');
    return constant(span, timespan, s!.span);
  },
});

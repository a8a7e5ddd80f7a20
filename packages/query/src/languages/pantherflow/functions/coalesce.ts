import { call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { unified } from './shared.ts';

export const coalesceFunction = defineFlowFunction({
  name: 'coalesce',
  kind: 'scalar',
  params: [
    { name: 'first', type: 'any' },
    { name: 'more', type: 'any', optional: true, variadic: true },
  ],
  returns: 'any',
  doc: 'First value that is not null.',
  examples: [
    { flow: "coalesce(null, 'a')", value: 'a' },
    { flow: "coalesce(null, 1, 'a')", value: 1 },
  ],

  lower: (args) => {
    const { type, values } = unified(args);
    return call('coalesce', type, values);
  },
});

import { arrayOf } from '../literals.ts';
import { defineFlowFunction } from './define.ts';

export const arrayFunction = defineFlowFunction({
  name: 'array',
  kind: 'scalar',
  params: [{ name: 'element', type: 'any', optional: true, variadic: true }],
  returns: '[any]',
  doc: 'Array of the values.',
  examples: [{ flow: "array(1, 'a', null)", value: [1, 'a', null] }],

  lower: (args) => arrayOf(args),
});

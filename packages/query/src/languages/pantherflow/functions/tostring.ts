import { defineFlowFunction } from './define.ts';
import { textForm } from './shared.ts';

export const tostringFunction = defineFlowFunction({
  name: 'tostring',
  kind: 'scalar',
  params: [{ name: 'x', type: 'any' }],
  returns: 'string',
  doc: 'The value as text; arrays and objects as JSON.',
  examples: [
    { flow: 'tostring(5)', value: '5' },
    { flow: "tostring([1, 'a'])", value: '[1,"a"]' },
  ],

  lower: ([x]) => textForm(x!),
});

import { nullConstant } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { choice } from './shared.ts';

export const ifFunction = defineFlowFunction({
  name: 'if',
  kind: 'scalar',
  params: [
    { name: 'condition', type: 'bool' },
    { name: 'then', type: 'any' },
    { name: 'otherwise', type: 'any', optional: true },
  ],
  returns: 'any',
  doc: 'One value when the condition is true, else the other.',
  examples: [
    { flow: "if(1 < 2, 'yes', 'no')", value: 'yes' },
    { flow: 'if(null, 1)', value: null },
  ],

  lower: ([condition, then, otherwise]) =>
    choice([{ when: condition!, result: then! }], otherwise ?? nullConstant()),
});

import { nullConstant } from '../typed.ts';
import { conditionOf } from '../condition.ts';
import { defineFlowFunction } from './define.ts';
import { choice } from './shared.ts';

export const caseFunction = defineFlowFunction({
  name: 'case',
  kind: 'scalar',
  params: [
    { name: 'condition', type: 'any' },
    { name: 'value', type: 'any' },
    { name: 'more', type: 'any', optional: true, variadic: true },
  ],
  returns: 'any',
  doc: 'Value of the first true condition; with an odd number of arguments the last is the default.',
  examples: [
    { flow: "case(1 > 2, 'a', true, 'b')", value: 'b' },
    { flow: 'case(false, 1)', value: null },
    { flow: "case(false, 1, 'x')", value: 'x' },
  ],

  lower: (args) => {
    const otherwise = args.length % 2 === 1 ? args.at(-1)! : nullConstant();
    const branches = [];
    for (let index = 0; index + 1 < args.length; index += 2)
      branches.push({ when: conditionOf(args[index]!), result: args[index + 1]! });
    return choice(branches, otherwise);
  },
});

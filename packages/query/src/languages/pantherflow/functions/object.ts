import { objectOf } from '../literals.ts';
import { defineFlowFunction } from './define.ts';

export const objectFunction = defineFlowFunction({
  name: 'object',
  kind: 'scalar',
  params: [
    { name: 'key', type: 'string', optional: true },
    { name: 'value', type: 'any', optional: true },
    { name: 'more', type: 'any', optional: true, variadic: true },
  ],
  returns: 'object',
  doc: 'Object of keys and values by turns; a null value leaves the key out.',
  examples: [{ flow: "object('a', 1, 'b', null)", value: { a: 1 } }],
  checkCount: (count) => (count % 2 === 1 ? 'object takes pairs of a key and a value.' : undefined),
  lower: (args) => objectOf(args),
});

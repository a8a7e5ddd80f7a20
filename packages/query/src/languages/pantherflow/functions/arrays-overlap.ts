import { boolean } from '../../../ir/types.ts';
import { asDocumentValue, call } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { textArray, whereThere } from './shared.ts';

export const arraysOverlapFunction = defineFlowFunction({
  name: 'arrays.overlap',
  kind: 'scalar',
  params: [
    { name: 'a', type: 'array' },
    { name: 'b', type: 'array' },
  ],
  returns: 'bool',
  doc: 'Whether some element is in both arrays.',
  examples: [
    { flow: "arrays.overlap(['a', 'b'], ['b'])", value: true },
    { flow: "arrays.overlap([1], ['1'])", value: false },
  ],

  lower: ([a, b]) => {
    const [left, right] = [textArray(a!), textArray(b!)];
    if (!left || !right)
      return call('json_arrays_overlap', boolean, [asDocumentValue(a!), asDocumentValue(b!)]);
    return whereThere([a!, b!], { kind: 'call', fn: 'arrays_overlap', args: [left, right] });
  },
});
